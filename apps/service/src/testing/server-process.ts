import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const MAX_OUTPUT_LENGTH = 8_000;

/** Waits until a server answers. Returns a function that gives its latest output. */
export async function untilAnswering(
  name: string,
  server: ChildProcess,
  answers: () => Promise<boolean>,
): Promise<() => string> {
  let output = '';
  for (const stream of [server.stdout, server.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-MAX_OUTPUT_LENGTH);
    });
  }
  while (!(await answers())) {
    if (hasEnded(server)) throw new Error(`${name} did not start:\n${output}`);
    await sleep(20);
  }
  return () => output;
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

export async function endServer(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (hasEnded(server)) return;
  const ended = once(server, 'exit');
  server.kill(signal);
  await ended;
}

/** Returns whether something listens on a port of loopback. */
export async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
