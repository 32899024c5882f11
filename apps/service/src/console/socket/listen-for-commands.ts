import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { resolve } from 'node:path';
import { waitAtMost } from '../../platform/concurrency/periodic-task.ts';
import type { Terminal } from '../terminal.ts';
import {
  type AnswerMessage,
  type CommandMessage,
  prepareSocketPath,
  receive,
  send,
  throttleLines,
} from './forward-command.ts';

/** Runs a command by its words and gives its exit status. It never fails: why the command did is printed. */
export type RunCommand = (words: readonly string[], terminal: Terminal) => Promise<number>;

export interface CommandListener {
  /** Takes no more commands, and waits for those that run; one that asks something is given up. */
  stop: () => Promise<void>;
}

// A command that takes longer is cut off with the service, as it is when its own process is killed.
const STOP_MILLISECONDS = 10_000;

/**
 * Takes the operator's commands of other processes on a socket in the data directory, which its owner alone may
 * open, and runs them in this one: an embedded database serves one process.
 */
export async function listenForCommands(
  { dataDirectory, version }: { dataDirectory: string; version: string },
  run: RunCommand,
): Promise<CommandListener> {
  const { address, remove } = await prepareSocketPath(dataDirectory);
  const running = new Map<Socket, Promise<void>>();
  const asking = new Set<Socket>();

  async function serve(socket: Socket): Promise<void> {
    const messages = receive<CommandMessage | AnswerMessage>(socket);
    const first = await messages.next();
    if (first.done === true || !('words' in first.value)) return;
    const { words, directory, columns = Number.POSITIVE_INFINITY, version: theirs } = first.value;
    if (theirs !== version) {
      send(socket, { err: otherVersion(version, theirs) });
      send(socket, { exit: 1 });
      return;
    }
    const ask = async (what: 'input' | 'line') => {
      asking.add(socket);
      send(socket, { ask: what });
      const next = await messages.next();
      asking.delete(socket);
      return next.done !== true && 'answer' in next.value ? next.value.answer : '';
    };
    send(socket, { exit: await run(words, remoteTerminal(socket, { directory, columns }, ask)) });
  }

  const server = createServer((socket) => {
    // Send nothing to a closed terminal; the command runs to its end.
    socket.on('error', () => {});
    const served = serve(socket)
      .catch((error: unknown) => send(socket, { err: `This is no command: ${String(error)}` }))
      .finally(() => {
        socket.end();
        running.delete(socket);
      });
    running.set(socket, served);
  });
  try {
    await listenPrivately(server, address);
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    stop: async () => {
      server.close();
      for (const socket of asking) socket.destroy();
      await waitAtMost(STOP_MILLISECONDS, Promise.all(running.values()));
      for (const socket of running.keys()) socket.destroy();
      await remove();
    },
  };
}

function remoteTerminal(
  socket: Socket,
  { directory, columns }: { directory: string; columns: number },
  ask: (what: 'input' | 'line') => Promise<string>,
): Terminal {
  const printError = (line: string) => send(socket, { err: line });
  return {
    print: (line) => send(socket, { out: line }),
    printError,
    printProgress: throttleLines(printError, () => performance.now()),
    readInput: async () => await ask('input'),
    readLine: async () => await ask('line'),
    resolvePath: (path) => resolve(directory, path),
    columns,
  };
}

// The socket is made while `listen` runs, and nobody else may open it even for a moment.
async function listenPrivately(server: Server, address: string): Promise<void> {
  const before = process.umask(0o177);
  try {
    server.listen(address);
  } finally {
    process.umask(before);
  }
  await once(server, 'listening');
}

function otherVersion(ours: string, theirs: string): string {
  return `The service that runs is version ${ours}, and this command is ${theirs}. Start the service again, or give the command with its version.`;
}
