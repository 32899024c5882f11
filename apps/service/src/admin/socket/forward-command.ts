import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { OperatorError } from '../terminal/operator-error.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { type CommandMessage, receive, type ServiceMessage, send } from './messages.ts';
import { findSocket } from './socket-path.ts';

/**
 * Has the service that runs on a data directory run a command, as if it ran here; gives its exit status, or null
 * where no service listens there.
 * @throws OperatorError where the service ended before the command did, or is somebody else's.
 */
export async function forwardCommand(
  dataDirectory: string,
  command: CommandMessage,
  terminal: Omit<Terminal, 'printProgress' | 'resolvePath'>,
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
