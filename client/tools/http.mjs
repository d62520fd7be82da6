// Writes src/http.gen.ts from the server's description of its HTTP API; --check only compares.
//   python -m fatum.server.api.openapi | node tools/http.mjs [--check]
import { readFileSync, writeFileSync } from 'node:fs';
import { json } from 'node:stream/consumers';
import openapiTS, { astToString } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';
import ts from 'typescript';

const target = new URL('../src/http.gen.ts', import.meta.url).pathname;
const protocol = readFileSync(new URL('../src/protocol.gen.ts', import.meta.url), 'utf8');
const shared = new Set(
  Array.from(protocol.matchAll(/^export (?:interface|type) (\w+)/gm), ([, name]) => name),
);
const HEAD = '// Made by tools/http.mjs from what the server says about its HTTP API. Do not edit.\n\n';

const tree = await openapiTS(await json(process.stdin), {
  // What a form may leave out.
  defaultNonNullable: false,
  // What also goes over the socket is the same type; settings are not, as a form may leave some out.
  inject: "import type * as protocol from './protocol.gen';\n",
  transform(_schema, { path }) {
    const name = /^#\/components\/schemas\/(\w+)$/.exec(path ?? '')?.[1];
    if (!name || name === 'TableSettings' || !shared.has(name)) return undefined;
    return ts.factory.createTypeReferenceNode(`protocol.${name}`);
  },
});
const text = await format(HEAD + astToString(tree), {
  ...(await resolveConfig(target)),
  filepath: target,
});
if (!process.argv.includes('--check')) writeFileSync(target, text);
else if (readFileSync(target, 'utf8') !== text) {
  console.error('http.gen.ts is not current: see client/tools/http.mjs');
  process.exit(1);
}
