import type { PGlite } from '@electric-sql/pglite';

type Messages = Awaited<ReturnType<PGlite['execProtocolStream']>>;

interface Prepared {
  name: string;
  parameters: Messages | null;
  columns: Messages | null;
}

const typeOf = (letter: string) => letter.charCodeAt(0);
const [PARSE, DESCRIBE, BIND, EXECUTE, SYNC] = ['P', 'D', 'B', 'E', 'S'].map(typeOf);
const STATEMENT = typeOf('S');
// A message begins with its type and its length. Some name a portal then, and some a statement: by an empty name.
const HEADER_BYTES = 5;

/**
 * Has an embedded database parse and plan each statement once, at its first use: that takes longer than running it over
 * the few rows of a story. The driver sends each statement by its text, in several messages. Here they are given the name
 * of the statement, and those that run it are sent in one.
 */
export function prepareStatements(pglite: PGlite): void {
  const prepared = new Map<string, Prepared>();
  const send = pglite.execProtocolStream.bind(pglite);
  let current: Prepared | null = null;
  let waiting: Uint8Array[] = [];
  pglite.execProtocolStream = async (message, options) => {
    const later = (one: Uint8Array) => {
      waiting.push(one);
      return [];
    };
    switch (message[0]) {
      case PARSE: {
        const text = textOf(message);
        current = prepared.get(text) ?? null;
        if (current !== null) return [];
        const name = `s${prepared.size}`;
        const answer = await send(withName(message, HEADER_BYTES, name), options);
        current = { name, parameters: null, columns: null };
        prepared.set(text, current);
        return answer;
      }
      case DESCRIBE: {
        if (current === null) break;
        if (message[HEADER_BYTES] !== STATEMENT) return current.columns ?? later(message);
        const named = withName(message, HEADER_BYTES + 1, current.name);
        current.parameters ??= await send(named, options);
        return current.parameters;
      }
      case BIND:
        if (current === null) break;
        return later(withName(message, HEADER_BYTES + 1, current.name));
      case EXECUTE:
        if (current === null) break;
        return later(message);
      case SYNC: {
        const run = current;
        const all = [...waiting, message];
        current = null;
        waiting = [];
        const answers = await send(Buffer.concat(all), options);
        if (run !== null && all.length > 1) run.columns ??= answers.filter(describesColumns);
        return answers;
      }
    }
    return await send(message, options);
  };
}

const describesColumns = ({ name }: Messages[number]) =>
  name === 'rowDescription' || name === 'noData';

function textOf(message: Uint8Array): string {
  const from = HEADER_BYTES + 1;
  // Only to be compared, and so in the encoding that costs least.
  const bytes = Buffer.from(message.buffer, message.byteOffset, message.length);
  return bytes.toString('latin1', from, message.indexOf(0, from));
}

/** A message with a name in place of the empty one at that byte. */
function withName(message: Uint8Array, at: number, name: string): Uint8Array {
  const named = Buffer.alloc(message.length + name.length);
  named.set(message.subarray(0, at));
  named.write(name, at, 'latin1');
  named.set(message.subarray(at), at + name.length);
  // The type is not counted.
  named.writeUInt32BE(named.length - 1, 1);
  return named;
}
