import { once } from 'node:events';
import { lstat, mkdtemp, readlink, rm, stat, symlink } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OperatorError, type Terminal } from '../terminal.ts';

/** What a command sends first: itself. */
export interface CommandMessage {
  /** The version of the sending program: another one may mean something else by the same words. */
  version: string;
  words: string[];
  /** Where its relative paths begin. */
  directory: string;
  /** How many characters a line of its terminal has; left out where nobody reads it. */
  columns?: number | undefined;
}

/** What it sends when it is asked. */
export interface AnswerMessage {
  answer: string;
}

/** What the service sends: lines to print, questions, and the exit status at the end. */
type ServiceMessage =
  | { out: string }
  | { err: string }
  /** For all that is piped in, or the next line that is typed. */
  | { ask: 'input' | 'line' }
  | { exit: number };

/** Sends a message, as JSON on a line; to somebody who is gone, nothing. */
export function send(
  socket: Socket,
  message: CommandMessage | AnswerMessage | ServiceMessage,
): void {
  if (socket.writable) socket.write(`${JSON.stringify(message)}\n`);
}

/** The messages that come until the connection ends, however it ends. Both sides belong to one person, so they are believed. */
export async function* receive<Message>(socket: Socket): AsyncGenerator<Message, void, undefined> {
  let rest = '';
  try {
    for await (const chunk of socket.setEncoding('utf8')) {
      const lines = `${rest}${chunk}`.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) yield JSON.parse(line) as Message;
    }
  } catch (error) {
    if (!socket.destroyed || error instanceof SyntaxError) throw error;
  }
}

const NAME = 'operator.sock';

// What every system takes as the address of a socket: macOS 103 bytes, Linux 107.
const MAX_ADDRESS_BYTES = 100;

/** Where a service listens for commands. */
interface SocketPath {
  address: string;
  /** Takes away what was made beside the socket itself. */
  remove: () => Promise<void>;
}

/**
 * Makes room for a socket in a data directory, whose lock the caller has: what lies there is of a process that
 * ended. Where the path is too long for a socket, it lies in a private directory and a link in the data directory
 * leads there.
 * @throws Error where others may write the directory, and so put a socket of theirs in its position.
 */
export async function prepareSocketPath(dataDirectory: string): Promise<SocketPath> {
  const { mode } = await stat(dataDirectory);
  if ((mode & 0o002) !== 0) {
    throw new Error(`Everybody may write ${dataDirectory}: take that away with chmod o-w.`);
  }
  const path = join(dataDirectory, NAME);
  await rm(path, { force: true });
  if (Buffer.byteLength(path) <= MAX_ADDRESS_BYTES) {
    return { address: path, remove: async () => await rm(path, { force: true }) };
  }
  const directory = await mkdtemp(join(tmpdir(), 'partner-rating-'));
  const address = join(directory, NAME);
  await symlink(address, path);
  return {
    address,
    remove: async () => {
      await rm(path, { force: true });
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/**
 * The address at which the service of a data directory listens; null where none does, or the socket is of somebody
 * who owns neither the directory nor this process.
 */
async function findSocket(dataDirectory: string): Promise<string | null> {
  const path = join(dataDirectory, NAME);
  try {
    const link = await lstat(path);
    const [directory, socket] = await Promise.all([stat(dataDirectory), stat(path)]);
    const owners = [directory.uid, process.getuid?.()];
    if (![link, socket].every(({ uid }) => owners.includes(uid))) return null;
    return link.isSymbolicLink() ? await readlink(path) : path;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

const MILLISECONDS_BETWEEN = 3_000;

/** Prints a line at most every few seconds, and none of work that takes less. */
export function throttleLines(
  print: (line: string) => void,
  now: () => number,
): (line: string) => void {
  let last = now();
  return (line) => {
    if (now() - last < MILLISECONDS_BETWEEN) return;
    last = now();
    print(line);
  };
}

/**
 * Has the service that runs on a data directory run a command, as if it ran here; gives its exit status, or null
 * where no service listens there.
 * @throws OperatorError where the service ended before the command did, or is somebody else's.
 */
export async function forwardCommand(
  dataDirectory: string,
  command: CommandMessage,
  terminal: Omit<Terminal, 'printProgress' | 'resolvePath' | 'columns'>,
): Promise<number | null> {
  const address = await findSocket(dataDirectory);
  const socket = address === null ? null : await open(address);
  if (socket === null) return null;
  send(socket, command);
  for await (const message of receive<ServiceMessage>(socket)) {
    if ('out' in message) terminal.print(message.out);
    else if ('err' in message) terminal.printError(message.err);
    else if ('exit' in message) return message.exit;
    else {
      const read = message.ask === 'input' ? terminal.readInput : terminal.readLine;
      send(socket, { answer: await read() });
    }
  }
  throw new OperatorError(
    'The service stopped before the command had ended. Look at what was to be changed, and run it again.',
  );
}

/** Null where nobody listens: the service is starting, or it was killed and left its socket. */
async function open(address: string): Promise<Socket | null> {
  const socket = connect(address);
  try {
    await once(socket, 'connect');
    return socket;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ECONNREFUSED' || code === 'ENOENT') return null;
    if (code !== 'EACCES') throw error;
    throw new OperatorError(
      `The service that runs is another user's: you may not open ${address}. Run the command as that user.`,
    );
  }
}
