// Made by `python -m fatum.protocol.schema --typescript`. Do not edit.

export const PROTOCOL = 2;
export const LARGEST_MESSAGE = 16384;

/** A request was done by entry `seq`, now or earlier; `key` is empty if it had none. */
export interface Ack {
  type: "ack";
  key: string;
  seq: number;
  id?: number | null;
}

export interface AddBot {
  type: "add_bot";
  level: string;
  seat?: string | null;
  name?: string | null;
  id?: number | null;
}

/** What a strong bot would do, and why. */
export interface Advice {
  type: "hint";
  seq: number;
  move: string;
  message: WireMessage;
  id?: number | null;
}

/** How strong the viewer's own hand is now, where the game has strengths. */
export interface Aid {
  hand: string;
  value: number;
}

/** What was seen and is now out of sight; what is absent is empty. */
export interface AllInMemoryData {
  arrived?: number[][];
  discarders?: (string | null)[];
  discards?: string[];
  eyes?: Record<string, Record<string, string[]>>;
  generation?: number;
  known?: string[][];
  own?: AllInRecallData;
  predicted?: string[];
  public?: AllInRecallData;
  said?: (string | null)[];
  viewers?: AllInRecallData[];
}

/** What somebody remembers of the draw pile. */
export interface AllInRecallData {
  home?: Record<string, string>;
  loose?: number[];
  since?: Record<string, number>;
}

/** What a viewer may know of a game of All In, `?` for each unseen card. */
export interface AllInViewData {
  all_in: string | null;
  asked?: string;
  dealer: string;
  discard: string[];
  draw: string[];
  effect?: number;
  hands: string[][];
  last_strength: string[];
  memory?: AllInMemoryData;
  phase: "action" | "discard" | "effect" | "hide" | "keep" | "over" | "predict";
  played?: string;
  pot: number;
  predictions?: (string | null)[];
  revealed?: string[];
  river: string[][];
  round: number;
  runes: number[];
  shuffles: number;
  turn: string;
  turns: number;
}

/** Return, and take the seat back from a bot. */
export interface Back {
  type: "back";
  id?: number | null;
  key?: string;
}

/** The last message. `again` says after how many seconds to reconnect, if at all. */
export interface Bye {
  type: "bye";
  code: "forbidden" | "gone" | "idle" | "moved" | "protocol" | "restart" | "too_fast";
  message: WireMessage;
  again?: number | null;
}

/** Settings to change; omitted ones stay as they are. */
export interface Change {
  move_time?: number | null;
  grace?: number;
  patience?: number;
  public?: boolean;
  spectators?: boolean;
  delay?: number;
  chat?: boolean;
  hints?: boolean;
}

export interface Chat {
  type: "chat";
  text: string;
  id?: number | null;
  key?: string;
}

export interface ChatLine {
  at: number;
  seat: string;
  text: string;
}

/** Use such a link; with a key, a request sent twice has the same answer. */
export interface Claim {
  type: "claim";
  token: string;
  id?: number | null;
  key?: string;
}

/** Before the start: close the table. */
export interface Close {
  type: "close";
  id?: number | null;
}

/** Before the start: other options for the game. */
export interface Configure {
  type: "configure";
  options: Record<string, unknown>;
  id?: number | null;
}

/** End the running game for everybody, without a result. */
export interface EndGame {
  type: "end_game";
  id?: number | null;
  key?: string;
}

/** Ask why a move is not legal, or whether it is. */
export interface Explain {
  type: "explain";
  move: string;
  id?: number | null;
}

export interface Explained {
  type: "explained";
  reason: Reason;
  id?: number | null;
}

/** A request was refused and changed nothing. `key` is the request's, if it had one. */
export interface Failure {
  type: "error";
  code:
    | "busy"
    | "forbidden"
    | "gone"
    | "illegal"
    | "internal"
    | "link"
    | "malformed"
    | "name"
    | "off"
    | "options"
    | "phase"
    | "protocol"
    | "seat"
    | "stale"
    | "too_fast"
    | "too_large"
    | "unknown"
    | "unreadable";
  message: WireMessage;
  rule?: string | null;
  key?: string | null;
  id?: number | null;
}

/** A core event as one viewer may know it. */
export interface GameEvent {
  cards?: string[];
  detail?: string;
  event: string;
  number?: number;
  other?: string;
  seat?: string;
}

/** The first message: the protocol version, and the last entry that the client has. */
export interface Hello {
  type: "hello";
  protocol: number;
  seq?: number | null;
  language?: string | null;
  id?: number | null;
}

/** Ask what a strong bot would do. */
export interface Hint {
  type: "hint";
  id?: number | null;
}

/** Once only bots still play: let them finish without pauses, if everybody present wants it. */
export interface Hurry {
  type: "hurry";
  id?: number | null;
  key?: string;
}

/** What lies at one seat of Karma, `?` for each unseen card. */
export interface KarmaSeatData {
  foreseen?: string[];
  hand: string[];
  hidden: (string | null)[];
  known?: string[];
  on?: number[];
  open: string[];
}

/** What a viewer may know of a game of Karma. */
export interface KarmaViewData {
  demand?: string | null;
  gone: string[];
  looked?: (boolean | null)[];
  phase: "follow" | "give" | "lay" | "look" | "over" | "turn";
  pile: string[];
  seats: KarmaSeatData[];
  stock: string[];
  turn: string;
  turns: number;
}

/** Give the seat up; in a running game a bot plays until the player returns. */
export interface Leave {
  type: "leave";
  id?: number | null;
  key?: string;
}

/** Let a player whom the host has removed look at the table and sit down again. */
export interface LetIn {
  type: "let_in";
  name: string;
  id?: number | null;
}

/** A one-time link that moves the seat to another device. */
export interface Link {
  type: "link";
  id?: number | null;
}

/** Hand the role of the host over to a player who is there. */
export interface MakeHost {
  type: "make_host";
  seat: string;
  id?: number | null;
}

/** Make a move, in answer to the question asked at `answers` or later. */
export interface MakeMove {
  type: "move";
  move: string;
  answers: number;
  id?: number | null;
  key?: string;
}

/** Mute or unmute a player's reactions and chat. */
export interface Mute {
  type: "mute";
  seat: string;
  muted?: boolean;
  id?: number | null;
}

/** The one-time secret that moves the seat to another device. */
export interface NewLink {
  type: "link";
  token: string;
  id?: number | null;
}

/** Table news other than the events of the game. */
export interface News {
  what:
    | "away"
    | "back"
    | "bot"
    | "chat"
    | "closed"
    | "configured"
    | "host"
    | "hurry"
    | "left"
    | "let_in"
    | "moved"
    | "muted"
    | "opened"
    | "reaction"
    | "rematch"
    | "rematch_wanted"
    | "removed"
    | "returned"
    | "sat"
    | "settings"
    | "started"
    | "taken_over"
    | "unmuted";
  seat?: string | null;
  text?: string | null;
  by?: string | null;
}

/** The whole picture. It replaces the client's, even if its `seq` is lower. */
export interface Picture {
  type: "snapshot";
  snapshot: Snapshot;
  id?: number | null;
}

export interface Ping {
  type: "ping";
  n?: number;
  id?: number | null;
}

export interface Pong {
  type: "pong";
  n: number;
  now: number;
  id?: number | null;
}

/** Who is connected; not part of the log. */
export interface Presence {
  type: "presence";
  here: string[];
  watching: number;
}

/** The viewer's question; a move must name `seq` or a later entry as its `answers`. */
export interface Prompt {
  seq: number;
  legal: string[];
  deadline: number | null;
  message?: WireMessage;
  cautions?: Record<string, WireMessage>;
}

export interface React {
  type: "react";
  what: "hello" | "laugh" | "oops" | "sad" | "thanks" | "think" | "well_played" | "wow";
  id?: number | null;
  key?: string;
}

/** Whether a move is legal, and if not, why not. */
export interface Reason {
  move: string;
  legal: boolean;
  rule: string | null;
  message: WireMessage | null;
}

/** Ask for a rematch; it begins when everyone present has asked. */
export interface Rematch {
  type: "rematch";
  id?: number | null;
  key?: string;
}

/**
 * Take the seat from a player, or before the start from a bot.
 *
 * Once the game has begun, a bot has the seat from then on.
 */
export interface Remove {
  type: "remove";
  seat: string;
  id?: number | null;
}

/** Ask for missing updates after entry `seq`; `None` asks for a snapshot. */
export interface Resync {
  type: "resync";
  seq?: number | null;
  id?: number | null;
}

/** Change the table's settings. */
export interface Rule {
  type: "rule";
  settings: Change;
  id?: number | null;
}

export interface SeatInfo {
  seat: string;
  kind: "bot" | "empty" | "person";
  name: string;
  level: string | null;
  here: boolean;
  stand_in: boolean;
  host: boolean;
  rematch: boolean;
  muted?: boolean;
  hurry?: boolean;
  replaced_at?: number | null;
}

/** Take a free seat: this one, or the first. */
export interface Sit {
  type: "sit";
  name: string;
  seat?: string | null;
  id?: number | null;
}

/** The whole picture after entry `seq`. */
export interface Snapshot {
  seq: number;
  at: number;
  you: You;
  table: TableInfo;
  view: View | null;
  aid: Aid | null;
  turn: Turn[];
  prompt: Prompt | null;
  recent: Update[];
  chat: ChatLine[];
}

/** In a game: let a bot take over for an absent player at once. */
export interface StandIn {
  type: "stand_in";
  seat: string;
  id?: number | null;
}

/** Begin; empty seats are filled with bots of this level. */
export interface Start {
  type: "start";
  fill?: string | null;
  id?: number | null;
  key?: string;
}

/** Public facts about the table. */
export interface TableInfo {
  id: string;
  game: string;
  options: Record<string, unknown>;
  settings: TableSettings;
  phase: "closed" | "lobby" | "over" | "playing";
  seats: SeatInfo[];
  commitment: string | null;
  outcome: Record<string, unknown> | null;
  seed: string | null;
  previous: string | null;
  next: string | null;
  removed?: string[];
  carried?: boolean;
}

/** All times are in seconds. */
export interface TableSettings {
  move_time: number | null;
  grace: number;
  patience: number;
  public: boolean;
  spectators: boolean;
  delay: number;
  chat: boolean;
  hints: boolean;
}

/** A seat that has a choice to make, and when the clock makes it. */
export interface Turn {
  seat: string;
  deadline: number | null;
}

/**
 * The change made by entry `seq` at time `at`. Absent parts have not changed.
 *
 * Of several updates sent together, to somebody who missed them, only the last has the parts
 * of the picture; the others tell what happened.
 */
export interface Update {
  seq: number;
  at: number;
  news?: News;
  events?: GameEvent[];
  key?: string;
  you?: You;
  table?: TableInfo;
  view?: View;
  aid?: Aid;
  turn?: Turn[];
  prompt?: Prompt | null;
}

/** What has happened, in order and without gaps. */
export interface Updates {
  type: "updates";
  updates: Update[];
  id?: number | null;
}

/** The answer to `hello`; a `snapshot` or `updates` follows at once. */
export interface Welcome {
  type: "welcome";
  protocol: number;
  version: string;
  now: number;
  heartbeat: number;
  id?: number | null;
}

/** Something said: the key of its text in the catalogues, and what fills it. */
export interface WireMessage {
  key: string;
  values?: Record<string, WireValue>;
}

export interface You {
  seat: string | null;
  host: boolean;
}

/**
 * A number; a text that is never translated, such as a name; a card, a seat or a move;
 * a message; or a list of these.
 */
export type WireValue =
  | number
  | string
  | { card: string; }
  | { seat: string; }
  | { move: string; }
  | WireMessage
  | WireValue[];

/** Views by game. */
export interface Views {
  karma: KarmaViewData;
  allin: AllInViewData;
}

/** Kinds of events by game. */
export interface EventKinds {
  karma:
    | "burn"
    | "draw"
    | "flip"
    | "give"
    | "lay"
    | "look"
    | "lose"
    | "no look"
    | "open"
    | "play"
    | "raise"
    | "show"
    | "shuffle hidden"
    | "take"
    | "turn"
    | "undecided";
  allin:
    | "all in"
    | "deal"
    | "discard"
    | "draw"
    | "eye"
    | "forced pass"
    | "hand"
    | "hypnosis"
    | "keep"
    | "pass"
    | "pay"
    | "play"
    | "pot"
    | "predict"
    | "prediction"
    | "reveal"
    | "river"
    | "river full"
    | "round"
    | "rune"
    | "show"
    | "shuffle"
    | "skip"
    | "swap"
    | "take"
    | "turn"
    | "win";
}

export type View = KarmaViewData | AllInViewData | Record<string, unknown>;

export type ClientMessage =
  | Hello
  | Resync
  | Ping
  | Explain
  | Hint
  | MakeMove
  | Back
  | Leave
  | React
  | Chat
  | Rematch
  | Hurry
  | Link
  | Start
  | AddBot
  | Remove
  | LetIn
  | Mute
  | MakeHost
  | StandIn
  | EndGame
  | Configure
  | Rule
  | Close;

export type ServerMessage =
  | Welcome
  | Picture
  | Updates
  | Ack
  | Explained
  | Advice
  | NewLink
  | Presence
  | Pong
  | Failure
  | Bye;
