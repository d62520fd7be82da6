// Made by tools/http.mjs from what the server says about its HTTP API. Do not edit.

import type * as protocol from './protocol.gen';
export interface paths {
  '/api/info': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** This server, its games and bots */
    get: operations['ApiInfoInfo'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/games/{game}/rules': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The numbered rules */
    get: operations['ApiGamesRulesRules'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/games/{game}/texts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** How the game is told */
    get: operations['ApiGamesTextsTexts'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/games/{game}/cards': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The default card table */
    get: operations['ApiGamesCardsCards'];
    put?: never;
    /** Check a card table */
    post: operations['ApiGamesCardsCheckCards'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/lobby': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Public tables that wait for players */
    get: operations['ApiLobbyLobby'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/tables': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Open a table */
    post: operations['ApiTablesOpenTable'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/tables/{code}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Look at a table */
    get: operations['ApiTablesCodeLook'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/tables/{code}/seats': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Take a seat */
    post: operations['ApiTablesCodeSeatsSit'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/tables/{code}/claim': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Move a seat to this device by a one-time link */
    post: operations['ApiTablesCodeClaimClaim'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/tables/{code}/follow': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Go on to the rematch */
    post: operations['ApiTablesCodeFollowFollow'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/tables/{code}/record': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The record of a finished game */
    get: operations['ApiTablesCodeRecordRecord'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/tables/{code}/analysis': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What each choice of a finished game was worth */
    get: operations['ApiTablesCodeAnalysisAnalysis'];
    put?: never;
    /** Have a finished game analysed */
    post: operations['ApiTablesCodeAnalysisAnalyse'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/tables/{code}/handover': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Give a running game to the device that holds every person's seat */
    post: operations['ApiTablesCodeHandoverHandOver'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/continued': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Continue a game that was begun on a device */
    post: operations['ApiContinuedContinueGame'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/tables/{code}/replay': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** A finished game, move by move */
    get: operations['ApiTablesCodeReplayReplay'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/replay': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** A record, move by move */
    post: operations['ApiReplayReplayRecord'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/tables/{code}/link': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Where others find a table */
    get: operations['ApiTablesCodeLinkLink'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/tables/{code}/qr.svg': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The same as a QR code */
    get: operations['ApiTablesCodeQrSvgQr'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /**
     * Aid
     * @description How strong the viewer's own hand is now, where the game has strengths.
     */
    Aid: protocol.Aid;
    /** AnalysedPlayer */
    AnalysedPlayer: {
      seat: string;
      name: string | null;
      loss: number;
      interval: [number, number];
      mistakes: number[];
      curve: [number, number][];
    };
    /** AnalysisData */
    AnalysisData: {
      game: string;
      decisions: components['schemas']['DecisionData'][];
      players: components['schemas']['AnalysedPlayer'][];
      shares: components['schemas']['SharesData'];
    };
    /** BotCard */
    BotCard: {
      level: string;
      about: components['schemas']['WireMessage'];
      third_party: boolean;
    };
    /** CardTableCard */
    CardTableCard: {
      cards: {
        [key: string]: string[];
      };
    };
    /** CardsForm */
    CardsForm: {
      text: string;
    };
    /** CardsVerdict */
    CardsVerdict: {
      valid: boolean;
      /** @default 0 */
      changed?: number;
      cards?: {
        [key: string]: string[];
      };
      message?: components['schemas']['WireMessage'] | null;
    };
    /** CarriedGame */
    CarriedGame: {
      game: string;
      options: {
        [key: string]: unknown;
      };
      settings: components['schemas']['TableSettings'];
      seats: components['schemas']['CarriedSeat'][];
      host: number;
      seed: string;
      moves: string[];
      /** @default 1 */
      rules?: number;
    };
    /** CarriedSeat */
    CarriedSeat: {
      name: string;
      level?: string | null;
      slot?: number | null;
    };
    /** ChatLine */
    ChatLine: protocol.ChatLine;
    /** ClaimForm */
    ClaimForm: {
      token: string;
      /** @default  */
      key?: string;
    };
    /** DecisionData */
    DecisionData: {
      move: number;
      seat: string;
      played: string;
      loss: number;
      interval: [number, number];
      why: components['schemas']['WireMessage'] | null;
      values: {
        [key: string]: components['schemas']['MoveValue'];
      };
    };
    /** Fault */
    Fault: {
      /** @enum {string} */
      code:
        | 'stale'
        | 'illegal'
        | 'unreadable'
        | 'forbidden'
        | 'options'
        | 'seat'
        | 'name'
        | 'phase'
        | 'link'
        | 'too_fast'
        | 'off'
        | 'gone'
        | 'busy'
        | 'malformed'
        | 'too_large'
        | 'unknown'
        | 'protocol'
        | 'internal';
      message: components['schemas']['WireMessage'];
      rule?: string | null;
    };
    /** GameCard */
    GameCard: {
      name: string;
      title: string;
      players: number[];
      options: components['schemas']['OptionCard'][];
      deck: string[];
      has_cards: boolean;
    };
    /**
     * GameEvent
     * @description A core event as one viewer may know it.
     */
    GameEvent: protocol.GameEvent;
    /** GameTexts */
    GameTexts: {
      game: string;
      language: string;
      moves: [string, string][];
      texts: {
        [key: string]:
          | string
          | {
              [key: string]: string;
            };
      };
    };
    /** Info */
    Info: {
      version: string;
      protocol: number;
      languages: {
        [key: string]: string;
      };
      games: components['schemas']['GameCard'][];
      bots: components['schemas']['BotCard'][];
      slots: number;
    };
    /** Links */
    Links: {
      code: string;
      url: string;
      reachable: boolean;
    };
    /** MoveValue */
    MoveValue: {
      value: number;
      tried: number;
    };
    /**
     * News
     * @description Table news other than the events of the game.
     */
    News: protocol.News;
    /** OpenForm */
    OpenForm: {
      game: string;
      name: string;
      options?: {
        [key: string]: unknown;
      };
      settings?: components['schemas']['TableSettings'];
      /** @default true */
      sits?: boolean;
      bots?: string[];
      /** @default false */
      start?: boolean;
    };
    /** OptionCard */
    OptionCard: {
      name: string;
      /** @enum {string} */
      kind: 'number' | 'flag' | 'choice' | 'seat' | 'cards';
      about: components['schemas']['WireMessage'];
      default: unknown;
      least?: number | null;
      most?: number | null;
      choices?: string[] | null;
    };
    /** Progress */
    Progress: {
      waiting: number;
    };
    /**
     * Prompt
     * @description The viewer's question; a move must name ``seq`` or a later entry as its ``answers``.
     */
    Prompt: protocol.Prompt;
    /** RecordData */
    RecordData: {
      fatum: number;
      game: string;
      rules: number;
      options: {
        [key: string]: unknown;
      };
      names?: string[];
      starter?: string;
      dealer?: string;
      seed?: string;
      commitment?: string;
      shuffles: components['schemas']['ShuffleData'][];
      moves: [string, string][];
      outcome: {
        [key: string]: unknown;
      };
    };
    /** Replayed */
    Replayed: {
      snapshot: components['schemas']['Snapshot'];
      updates: components['schemas']['Update'][];
    };
    /** RulesPage */
    RulesPage: {
      game: string;
      language: string;
      text: string;
    };
    /** SeatInfo */
    SeatInfo: protocol.SeatInfo;
    /** Seated */
    Seated: {
      table: string;
      you: components['schemas']['You'];
    };
    /** SharesData */
    SharesData: {
      /** @enum {string} */
      of: 'winning' | 'losing';
      points: [number, number[]][];
    };
    /** ShuffleData */
    ShuffleData: {
      what: string;
      cards: string[];
    };
    /** SitForm */
    SitForm: {
      name: string;
      seat?: string | null;
    };
    /**
     * Snapshot
     * @description The whole picture after entry ``seq``.
     */
    Snapshot: protocol.Snapshot;
    /** Summary */
    Summary: {
      id: string;
      game: string;
      options: {
        [key: string]: unknown;
      };
      host: string;
      players: number;
      people: number;
      bots: number;
      move_time: number | null;
    };
    /** TableCard */
    TableCard: {
      id: string;
      game: string;
      options: {
        [key: string]: unknown;
      };
      settings: components['schemas']['TableSettings'];
      /** @enum {string} */
      phase: 'lobby' | 'playing' | 'over' | 'closed';
      seats: components['schemas']['SeatInfo'][];
      previous: string | null;
      next: string | null;
      you: components['schemas']['You'];
      may_sit: boolean;
      may_watch: boolean;
    };
    /**
     * TableInfo
     * @description Public facts about the table.
     */
    TableInfo: protocol.TableInfo;
    /**
     * TableSettings
     * @description All times are in seconds.
     */
    TableSettings: {
      move_time?: number | null;
      /** @default 60 */
      grace?: number;
      /** @default 86400 */
      patience?: number;
      /** @default false */
      public?: boolean;
      /** @default true */
      spectators?: boolean;
      /** @default 0 */
      delay?: number;
      /** @default false */
      chat?: boolean;
      /** @default true */
      hints?: boolean;
    };
    /**
     * Turn
     * @description A seat that has a choice to make, and when the clock makes it.
     */
    Turn: protocol.Turn;
    /**
     * Update
     * @description The change made by entry ``seq`` at time ``at``. Absent parts have not changed.
     *
     *         Of several updates sent together, to somebody who missed them, only the last has the parts
     *         of the picture; the others tell what happened.
     */
    Update: protocol.Update;
    /**
     * WireMessage
     * @description Something said: the key of its text in the catalogues, and what fills it.
     */
    WireMessage: protocol.WireMessage;
    /** You */
    You: protocol.You;
    /**
     * @description A number; a text that is never translated, such as a name; a card, a seat or a move;
     *     a message; or a list of these.
     */
    WireValue: protocol.WireValue;
    View: protocol.View;
    /**
     * AllInViewData
     * @description What a viewer may know of a game of All In, `?` for each unseen card.
     */
    AllInViewData: protocol.AllInViewData;
    /**
     * AllInMemoryData
     * @description What was seen and is now out of sight; what is absent is empty.
     */
    AllInMemoryData: protocol.AllInMemoryData;
    /**
     * AllInRecallData
     * @description What somebody remembers of the draw pile.
     */
    AllInRecallData: protocol.AllInRecallData;
    /**
     * KarmaViewData
     * @description What a viewer may know of a game of Karma.
     */
    KarmaViewData: protocol.KarmaViewData;
    /**
     * KarmaSeatData
     * @description What lies at one seat of Karma, `?` for each unseen card.
     */
    KarmaSeatData: protocol.KarmaSeatData;
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  ApiInfoInfo: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Request fulfilled, document follows */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Info'];
        };
      };
      /** @description The request cannot be read */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description The request is too large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
    };
  };
  ApiGamesRulesRules: {
    parameters: {
      query?: {
        /** @description Such as de. */
        language?: string;
      };
      header?: never;
      path: {
        /** @description A game's name. */
        game: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Request fulfilled, document follows */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RulesPage'];
        };
      };
      /** @description The request cannot be read */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description There is no such table or game */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description The request is too large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
    };
  };
  ApiGamesTextsTexts: {
    parameters: {
      query?: {
        /** @description Such as de. */
        language?: string;
      };
      header?: never;
      path: {
        /** @description A game's name. */
        game: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Request fulfilled, document follows */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['GameTexts'];
        };
      };
      /** @description The request cannot be read */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description There is no such table or game */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description The request is too large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
    };
  };
  ApiGamesCardsCards: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A game's name. */
        game: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Request fulfilled, document follows */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CardTableCard'];
        };
      };
      /** @description The request cannot be read */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description There is no such table or game */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description The request is too large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
    };
  };
  ApiGamesCardsCheckCards: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A game's name. */
        game: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CardsForm'];
      };
    };
    responses: {
      /** @description Request fulfilled, document follows */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CardsVerdict'];
        };
      };
      /** @description The request cannot be read */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description There is no such table or game */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description The request is too large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description The game refuses it */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description Too many ask for it now, or the store does not answer; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
    };
  };
  ApiLobbyLobby: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Request fulfilled, document follows */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Summary'][];
        };
      };
      /** @description The request cannot be read */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description The request is too large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description Too many ask for it now, or the store does not answer; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
    };
  };
  ApiTablesOpenTable: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['OpenForm'];
      };
    };
    responses: {
      /** @description Document created, URL follows */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Seated'];
        };
      };
      /** @description The request cannot be read */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description The request is too large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description The game refuses it */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description Too many ask for it now, or the store does not answer; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
    };
  };
  ApiTablesCodeLook: {
    parameters: {
      query?: {
        /** @description Which of the seats that this browser holds here. */
        slot?: number;
      };
      header?: never;
      path: {
        /** @description The table's code, in capital letters. */
        code: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Request fulfilled, document follows */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TableCard'];
        };
      };
      /** @description The request cannot be read */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description There is no such table or game */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description The request is too large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description Too many ask for it now, or the store does not answer; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
    };
  };
  ApiTablesCodeSeatsSit: {
    parameters: {
      query?: {
        /** @description Which of the seats that this browser holds here. */
        slot?: number;
      };
      header?: never;
      path: {
        /** @description The table's code, in capital letters. */
        code: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SitForm'];
      };
    };
    responses: {
      /** @description Document created, URL follows */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Seated'];
        };
      };
      /** @description The request cannot be read */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description Your role may not do that, or the host has switched it off */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description There is no such table or game */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description Not now: the seat, the phase of the game or the link does not allow it */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description The request is too large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description The game refuses it */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description Too many ask for it now, or the store does not answer; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
    };
  };
  ApiTablesCodeClaimClaim: {
    parameters: {
      query?: {
        /** @description Which of the seats that this browser holds here. */
        slot?: number;
      };
      header?: never;
      path: {
        /** @description The table's code, in capital letters. */
        code: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ClaimForm'];
      };
    };
    responses: {
      /** @description Document created, URL follows */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Seated'];
        };
      };
      /** @description The request cannot be read */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description Your role may not do that, or the host has switched it off */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description There is no such table or game */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description Not now: the seat, the phase of the game or the link does not allow it */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description The request is too large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description Too many ask for it now, or the store does not answer; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
    };
  };
  ApiTablesCodeFollowFollow: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The table's code, in capital letters. */
        code: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Document created, URL follows */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Seated'];
        };
      };
      /** @description The request cannot be read */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description Your role may not do that, or the host has switched it off */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description There is no such table or game */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description Not now: the seat, the phase of the game or the link does not allow it */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description The request is too large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description Too many ask for it now, or the store does not answer; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
    };
  };
  ApiTablesCodeRecordRecord: {
    parameters: {
      query?: {
        /** @description Which of the seats that this browser holds here. */
        slot?: number;
      };
      header?: never;
      path: {
        /** @description The table's code, in capital letters. */
        code: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Request fulfilled, document follows */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RecordData'];
        };
      };
      /** @description The request cannot be read */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description Your role may not do that, or the host has switched it off */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description There is no such table or game */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description Not now: the seat, the phase of the game or the link does not allow it */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description The request is too large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description Too many ask for it now, or the store does not answer; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
    };
  };
  ApiTablesCodeAnalysisAnalysis: {
    parameters: {
      query?: {
        /** @description Which of the seats that this browser holds here. */
        slot?: number;
      };
      header?: never;
      path: {
        /** @description The table's code, in capital letters. */
        code: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Request fulfilled, document follows */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AnalysisData'];
        };
      };
      /** @description It is being made */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Progress'];
        };
      };
      /** @description The request cannot be read */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description Your role may not do that, or the host has switched it off */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description There is no such table or game */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description Not now: the seat, the phase of the game or the link does not allow it */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description The request is too large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description Too many ask for it now, or the store does not answer; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
    };
  };
  ApiTablesCodeAnalysisAnalyse: {
    parameters: {
      query?: {
        /** @description Which of the seats that this browser holds here. */
        slot?: number;
      };
      header?: never;
      path: {
        /** @description The table's code, in capital letters. */
        code: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is there */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AnalysisData'];
        };
      };
      /** @description Request accepted, processing continues off-line */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Progress'];
        };
      };
      /** @description The request cannot be read */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description Your role may not do that, or the host has switched it off */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description There is no such table or game */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description Not now: the seat, the phase of the game or the link does not allow it */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description The request is too large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description Too many ask for it now, or the store does not answer; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
    };
  };
  ApiTablesCodeHandoverHandOver: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The table's code, in capital letters. */
        code: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Request fulfilled, document follows */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CarriedGame'];
        };
      };
      /** @description The request cannot be read */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description Your role may not do that, or the host has switched it off */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description There is no such table or game */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description Not now: the seat, the phase of the game or the link does not allow it */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description The request is too large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description Too many ask for it now, or the store does not answer; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
    };
  };
  ApiContinuedContinueGame: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CarriedGame'];
      };
    };
    responses: {
      /** @description Document created, URL follows */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Seated'];
        };
      };
      /** @description The request cannot be read */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description The request is too large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description The game refuses it */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description Too many ask for it now, or the store does not answer; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
    };
  };
  ApiTablesCodeReplayReplay: {
    parameters: {
      query?: {
        /** @description Which of the seats that this browser holds here. */
        slot?: number;
        /** @description From which seat to look, such as P2, or all to see every card. */
        seat?: string | null;
      };
      header?: never;
      path: {
        /** @description The table's code, in capital letters. */
        code: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Request fulfilled, document follows */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Replayed'];
        };
      };
      /** @description The request cannot be read */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description Your role may not do that, or the host has switched it off */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description There is no such table or game */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description Not now: the seat, the phase of the game or the link does not allow it */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description The request is too large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description The game refuses it */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description Too many ask for it now, or the store does not answer; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
    };
  };
  ApiReplayReplayRecord: {
    parameters: {
      query?: {
        /** @description From which seat to look, such as P2, or all to see every card. */
        seat?: string | null;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          [key: string]: unknown;
        };
      };
    };
    responses: {
      /** @description Request fulfilled, document follows */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Replayed'];
        };
      };
      /** @description The request cannot be read */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description The request is too large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description The game refuses it */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
    };
  };
  ApiTablesCodeLinkLink: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The table's code, in capital letters. */
        code: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Request fulfilled, document follows */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Links'];
        };
      };
      /** @description The request cannot be read */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description There is no such table or game */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description The request is too large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description Too many ask for it now, or the store does not answer; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
    };
  };
  ApiTablesCodeQrSvgQr: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The table's code, in capital letters. */
        code: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Request fulfilled, document follows */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'image/svg+xml': string;
        };
      };
      /** @description The request cannot be read */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description There is no such table or game */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description The request is too large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      /** @description Too many ask for it now, or the store does not answer; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
    };
  };
}
