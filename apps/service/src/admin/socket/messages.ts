import type { Socket } from 'node:net';

/** What a command sends first: itself. */
export interface CommandMessage {
  /** The version of the sending program: another one may mean something else by the same words. */
  version: string;
  words: string[];
  /** Where its relative paths begin. */
  directory: string;
}

/** What it sends when it is asked. */
export interface AnswerMessage {
  answer: string;
}

/** What the service sends: lines to print, questions, and the exit status at the end. */
export type ServiceMessage =
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
