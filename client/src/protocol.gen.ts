// Made by `python -m fatum.protocol.schema --typescript`. Do not edit.

export const PROTOCOL = 1;
export const LARGEST_MESSAGE = 16384;

/** The request with this key was done by entry `seq`, now or earlier. */
export interface Ack {
  type: "ack";
  key: string;
  seq: number;
}

export interface AddBot {
  type: "add_bot";
  level: string;
  seat?: string | null;
  name?: string | null;
}

/** What a strong bot would do, and why in one sentence. */
export interface Advice {
  type: "hint";
  seq: number;
  move: string;
  text: string;
}

/** How strong the viewer's own hand is now, where the game has strengths. */
export interface Aid {
  hand: string;
  value: number;
}

/** Be there again and take the seat back from a bot. */
export interface Back {
  type: "back";
  key?: string;
}

/** The last message. `again` says after how many seconds to connect anew, if at all. */
export interface Bye {
  type: "bye";
  code: "forbidden" | "gone" | "idle" | "moved" | "protocol" | "restart" | "too_fast";
  text: string;
  again?: number | null;
}

/** Settings to change; what is left out stays. */
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
  key?: string;
}

/** Before the start: close the table. */
export interface Close {
  type: "close";
}

/** Before the start: other options for the game. */
export interface Configure {
  type: "configure";
  options: Record<string, unknown>;
}

/** Ask why a move is not legal, or whether it is. */
export interface Explain {
  type: "explain";
  move: string;
}

export interface Explained {
  type: "explained";
  reason: Reason;
}

/** A request was refused and changed nothing. `key` is the request's, if it had one. */
export interface Failure {
  type: "error";
  code: "busy" | "forbidden" | "gone" | "illegal" | "internal" | "link" | "malformed" | "name" | "off" | "options" | "phase" | "protocol" | "seat" | "stale" | "too_fast" | "too_large" | "unreadable";
  text: string;
  rule?: string | null;
  key?: string | null;
}

/** A core event as one viewer may know it. */
export interface GameEvent {
  cards?: string[];
  event: string;
  other?: string;
  seat?: string;
  text?: string;
}

/** The first message: which protocol, and up to which entry the client has the picture. */
export interface Hello {
  type: "hello";
  protocol: number;
  seq?: number | null;
  language?: string | null;
}

/** Ask what a strong bot would do. */
export interface Hint {
  type: "hint";
}

/** Give the seat up; in a running game a bot plays on until the player returns. */
export interface Leave {
  type: "leave";
  key?: string;
}

/** A one-time link that moves the seat to another device. */
export interface Link {
  type: "link";
}

/** Make a move, in answer to the question asked at `answers` or later. */
export interface Move {
  type: "move";
  move: string;
  answers: number;
  key?: string;
}

/** The one-time secret that moves the seat to another device. */
export interface NewLink {
  type: "link";
  token: string;
}

/** What happened at the table, beside the events of the game. */
export interface News {
  what: "away" | "back" | "bot" | "chat" | "closed" | "configured" | "host" | "left" | "moved" | "opened" | "reaction" | "rematch" | "rematch_wanted" | "removed" | "returned" | "sat" | "settings" | "started" | "taken_over";
  seat?: string | null;
  text?: string | null;
  by?: string | null;
}

/** The whole picture. It replaces whatever the client has, also if its `seq` is lower. */
export interface Picture {
  type: "snapshot";
  snapshot: Snapshot;
}

export interface Ping {
  type: "ping";
  n?: number;
}

export interface Pong {
  type: "pong";
  n: number;
  now: number;
}

/** Who is connected; not part of the log. */
export interface Presence {
  type: "presence";
  here: string[];
  watching: number;
}

/** What is asked of the viewer: a move must name `seq` or a later entry as its `answers`. */
export interface Prompt {
  seq: number;
  legal: string[];
  deadline: number | null;
}

export interface React {
  type: "react";
  what: "hello" | "laugh" | "oops" | "sad" | "thanks" | "think" | "well_played" | "wow";
  key?: string;
}

/** Whether a move is legal, and if not, why not. */
export interface Reason {
  move: string;
  legal: boolean;
  rule: string | null;
  text: string | null;
}

/** Wish to play again; it begins when everybody who is there wishes it. */
export interface Rematch {
  type: "rematch";
  key?: string;
}

/** Before the start: send a bot or an absent player away. */
export interface Remove {
  type: "remove";
  seat: string;
}

/** Updates are missing; `seq` is the last entry of the picture. `None`: the whole picture. */
export interface Resync {
  type: "resync";
  seq?: number | null;
}

/** Change the table's settings. */
export interface Rule {
  type: "rule";
  settings: Change;
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
}

/** All times are in seconds. */
export interface Settings {
  move_time: number | null;
  grace: number;
  patience: number;
  public: boolean;
  spectators: boolean;
  delay: number;
  chat: boolean;
  hints: boolean;
}

/** Take a free seat: this one, or the first. */
export interface Sit {
  type: "sit";
  name: string;
  seat?: string | null;
}

/** The whole picture after entry `seq`. */
export interface Snapshot {
  seq: number;
  at: number;
  you: You;
  table: TableInfo;
  view: Record<string, unknown> | null;
  aid: Aid | null;
  turn: Turn[];
  prompt: Prompt | null;
  recent: Update[];
  chat: ChatLine[];
}

/** Begin; empty seats are filled with bots of this level. */
export interface Start {
  type: "start";
  fill?: string | null;
  key?: string;
}

/** What everybody may know about the table. */
export interface TableInfo {
  id: string;
  game: string;
  options: Record<string, unknown>;
  settings: Settings;
  phase: "closed" | "lobby" | "over" | "playing";
  seats: SeatInfo[];
  commitment: string | null;
  outcome: Record<string, unknown> | null;
  seed: string | null;
  previous: string | null;
  next: string | null;
}

/** A seat that has a choice to make, and when the clock makes it. */
export interface Turn {
  seat: string;
  deadline: number | null;
}

/**
 * The change made by entry `seq`; `at` is its time. Parts left out have not changed.
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
  view?: Record<string, unknown>;
  aid?: Aid;
  turn?: Turn[];
  prompt?: Prompt | null;
}

/** What has happened, in order and without gaps. */
export interface Updates {
  type: "updates";
  updates: Update[];
}

/** The answer to `hello`; a `snapshot` or `updates` follows at once. */
export interface Welcome {
  type: "welcome";
  protocol: number;
  version: string;
  now: number;
  heartbeat: number;
}

export interface You {
  seat: string | null;
  host: boolean;
}

export type ClientMessage = Hello | Resync | Ping | Explain | Hint | Move | Back | Leave | React | Chat | Rematch | Link | Start | AddBot | Remove | Configure | Rule | Close;

export type ServerMessage = Welcome | Picture | Updates | Ack | Explained | Advice | NewLink | Presence | Pong | Failure | Bye;
