/** What the client knows about a game. Each has a folder of its own and is listed in `registry.ts`. */
import type { Component } from 'svelte';
import type { GameEvent, Picture, Snapshot, Update } from '../lib/model';
import type { Step } from '../lib/replay/timeline';
import type { Prompt, WireMessage, WireValue } from '../protocol.gen';
import type { BannerText } from '../lib/table/moments/Banner.svelte';
import type { Choreography, Moment } from '../lib/table/show.svelte';
import type { Clause, Turn } from '../lib/table/turns';

export type Options = Record<string, unknown>;

/** What is known at once: how the game looks at the door, and where the rest is. */
export interface Game {
  readonly name: string;
  /** The fewest and the most players, until the server has said. */
  readonly players: readonly [fewest: number, most: number];
  /** Cards fanned out on the first page. */
  readonly fan: readonly string[];
  /** Every card once, for the page that shows them. */
  readonly deck: readonly string[];
  /** A line about these cards. */
  readonly about?: () => string;
  /** A few cards to try a deck's colours with. */
  readonly samples: readonly string[];
  /** Cards whose names are phrases, which stand in quotation marks inside a sentence. */
  readonly phrases?: readonly string[];
  /** Several equal cards, such as two 3s, where "2 × 3" would not do. */
  readonly equal?: (card: string, times: number) => WireMessage | null;
  /** The colour around the page, light and dark. */
  readonly colours: readonly [light: string, dark: string];
  readonly Front: Component<{ card: string }>;
  readonly Back: Component;
  readonly parts: () => Promise<GameParts>;
  readonly setup: () => Promise<GameSetup>;
  readonly tutorial?: Tutorial;
  /** What the rulebook shows besides rows of cards. */
  readonly pictures?: () => Promise<{ default: Component<{ picture: string; parts: readonly string[] }> }>;
}

/** What a table needs. It is loaded with the first table of the game. */
export interface GameParts {
  readonly Table: Component<TableProps>;
  readonly choreography: Choreography;
  /** A move as the buttons say it, or null for one that is not known. */
  moveWords(move: string, picture: Picture): string | null;
  /** What the text of an event needs besides seats, cards and numbers; null if it is not told. */
  eventValues?(event: GameEvent): Record<string, WireValue> | null;
  /** What mattered in a turn; without it, each event is told. */
  summary?(turn: Turn, picture: Picture): Clause[];
  /** A card so small that it stands in a line of text. */
  readonly Mini?: Component<{ card: string }>;
  /** The move that the client makes by itself, where there is nothing to decide. */
  automatic?(legal: readonly string[]): string | null;
  /** What differs at a table with these options, each in one sentence. */
  variants?(options: Options): string[];
  /** The aid card of the game. */
  readonly aid?: () => Promise<{ default: Component<Record<string, never>> }>;
  /** The heading of a round in the log. */
  roundTitle?(event: GameEvent): string;
  /** A moment in large letters. */
  banner?(moment: Moment, picture: Picture): Promise<BannerText | null>;
  /** Whether they are needed now. */
  needsExtras?(events: readonly GameEvent[], picture: Picture): boolean;
  /** What lies over the table for longer, such as cards that were shown to the viewer. */
  readonly extras?: () => Promise<{ default: Component<Record<string, never>> }>;
  /** Before a table with these options is shown. */
  prepare?(options: Options): void;
  /** What a card does, for the closer look at it. */
  readonly CardStory?: Component<{ card: string }>;
  /** The places in a finished game that one looks for, besides its beginning and its end. */
  chapters?(steps: readonly Step[]): Chapter[];
  result(picture: Picture): Result;
  /** How points are shown. */
  readonly Points?: Component<{ points: number }>;
  readonly scores?: () => Promise<{ default: Component<ScoresProps> }>;
  /** What a finished game shows only when it is read again. */
  readonly review?: () => Promise<Review>;
}

export interface Review {
  /** The standings in finishing order, where the result alone does not say it. */
  finish?(steps: readonly Step[], standings: readonly Standing[]): Standing[];
  awards(steps: readonly Step[]): Award[];
}

/** Something worth remembering about a game; `text` is about the players in `seats`. */
export interface Award {
  seats: string[];
  title: string;
  text: string;
}

export interface GameSetup {
  /** The fields of the form, which change `options` in place; what is as usual is left out. */
  readonly Fields: Component<FieldsProps>;
  /** More fields, shown with the rarer settings. */
  readonly MoreFields?: Component<FieldsProps>;
  /** What differs from the usual game. */
  describe(options: Options): string[];
}

export interface TableProps {
  onmenu?: () => void;
  onrule?: (rule: string) => void;
}

export interface FieldsProps extends Record<string, unknown> {
  game: string;
  options: Options;
  onproblem: (text: string) => void;
}

export interface ScoresProps {
  steps: readonly Step[];
  /** The end of the game, for the names. */
  picture: Picture;
}

export interface Chapter {
  at: number;
  title: string;
}

export interface Standing {
  seat: string;
  mark: string;
  look?: 'best' | 'worst';
  points?: number;
}

export interface Result {
  headline: string;
  /** How it went for the viewer, or that they only watched. */
  mood: 'won' | 'lost' | 'even' | 'watched';
  /** In finishing order, as far as the result says it. */
  standings: Standing[];
}

/** Chapters that can be played one by one. */
export interface Tutorial {
  readonly chapters: readonly string[];
  load(chapter: string): Promise<Script>;
}

/** A chapter of a tutorial: a table and what happens at it. `client/tools/tutorial.py` makes them. */
export interface Script {
  snapshot: Snapshot;
  steps: Lesson[];
}

export interface Lesson {
  /** The text that is read, by its key; none while others move. */
  say?: string;
  /** Places on the table that the text is about. */
  points?: string[];
  /** What the learner has to do: one move, or several that are made together. */
  moves?: string[];
  prompt?: Prompt;
  /** Moves that a tap can try in vain: the rule and why. */
  refused?: Record<string, [rule: string, why: WireMessage]>;
  /** Those of them that the text is about. */
  wrong?: string[];
  updates?: Update[];
}
