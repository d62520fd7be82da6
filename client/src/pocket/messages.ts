/** What the page and the worker with this device's tables say to each other. */

export type ToTables =
  /** `beat`: seconds a bot takes for a move, where it is not the usual time. */
  | { kind: 'start'; root: string; beat?: number }
  /** Let the game of a table continue at the server, or that of a server's table here. */
  | { kind: 'carry'; id: number; code: string }
  | { kind: 'ask'; id: number; method: string; url: string; body: string }
  | { kind: 'open'; id: number; url: string }
  | { kind: 'send'; id: number; text: string }
  | { kind: 'close'; id: number };

export type ToPage =
  /** Bytes that have come, of all that are needed; then everything is only put together. */
  | { kind: 'loading'; done: number; all: number }
  | { kind: 'ready' }
  | { kind: 'failed' }
  /** Another page of this device has its tables now. */
  | { kind: 'taken' }
  | { kind: 'answer'; id: number; status: number; body: string }
  | { kind: 'opened'; id: number }
  | { kind: 'said'; id: number; text: string }
  | { kind: 'closed'; id: number };

export type ToBots =
  | { kind: 'start'; parts: import('./python').Parts }
  | { kind: 'packages'; packages: ArrayBuffer }
  | { kind: 'think'; id: number; job: string; question: string };

export type FromBots = { id: number; answer: string } | { id: number; failed: string };
