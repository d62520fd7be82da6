/** One request over HTTP; what it takes and what it answers is what the server says about its routes. */
import type { paths } from '../../http.gen';
import type { WireMessage } from '../../protocol.gen';
import { loadAllTexts, words } from '../i18n.svelte';
import { request } from './line.svelte';

export class ApiError extends Error {
  readonly code: string;
  /** Why, as the server says it. */
  readonly said: WireMessage | null;
  /** What came with it. */
  readonly data: unknown;

  constructor(code: string, said: WireMessage | null = null, data: unknown = null) {
    super(code);
    this.code = code;
    this.said = said;
    this.data = data;
  }
}

type Method = 'get' | 'post';
export type Path = keyof paths;
type Route<P extends Path, M extends Method> = paths[P][M];
type Json<T> = T extends { content: { 'application/json': infer Body } } ? Body : never;
type Ok<R> = { [Code in keyof R & (200 | 201)]: Json<R[Code]> }[keyof R & (200 | 201)];
/** What a route answers if all is well. */
export type Answer<P extends Path, M extends Method> =
  Route<P, M> extends { responses: infer R } ? Ok<R> : never;
/** What it takes. */
export type Body<P extends Path, M extends Method> =
  Route<P, M> extends { requestBody: infer B } ? Json<B> : undefined;
type Query<P extends Path, M extends Method> =
  Route<P, M> extends { parameters: { query?: infer Q } } ? NonNullable<Q> : never;
type Names<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;

export interface Request<P extends Path, M extends Method> {
  /** What stands in braces in the path. */
  at?: Record<Names<P>, string>;
  query?: Query<P, M>;
  body?: Body<P, M>;
}

/** What an answer without a code means: a proxy's own. */
const CODES: Record<number, string> = { 429: 'too_fast', 502: 'offline', 503: 'offline', 504: 'offline' };

export function address<P extends Path>(path: P, at: Partial<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(at[name] ?? ''));
}

export async function call<P extends Path, M extends Method>(
  method: M,
  path: P,
  { at, query, body }: Request<P, M> = {},
): Promise<Answer<P, M>> {
  const wanted = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null);
  const asked = new URLSearchParams(wanted.map(([name, value]) => [name, String(value)])).toString();
  let answer: Response;
  try {
    answer = await request(`${address(path, at ?? {})}${asked && `?${asked}`}`, {
      method: method.toUpperCase(),
      credentials: 'same-origin',
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new ApiError('offline');
  }
  const text = await answer.text();
  let data: unknown = null;
  try {
    data = text ? JSON.parse(text) : null;
  } catch {
    // Not JSON: a proxy's own page, perhaps.
  }
  if (answer.status === 202) throw new ApiError('waiting', null, data);
  if (!answer.ok) {
    const error = (data ?? {}) as { code?: string; message?: WireMessage };
    if (error.message && !words.whole) await loadAllTexts().catch(() => undefined);
    throw new ApiError(error.code ?? CODES[answer.status] ?? 'internal', error.message);
  }
  return data as Answer<P, M>;
}
