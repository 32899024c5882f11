import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Tab } from './tab.ts';
import { tabOfWebDriver } from './webdriver.ts';

// Port 0 lets the system choose, so that several can run.
const preferences = 'user_pref("marionette.port", 0);\n';

/**
 * Opens a tab in a headless Firefox. Firefox has WebDriver under another protocol, Marionette, which geckodriver
 * translates. Debian and npm have no geckodriver, so this speaks Marionette itself.
 */
export async function openFirefox(program: string): Promise<Tab> {
  await using cleanup = new AsyncDisposableStack();
  const profile = await mkdtemp(join(tmpdir(), 'partner-rating-firefox-'));
  cleanup.defer(() => rm(profile, { recursive: true, force: true }));
  await writeFile(join(profile, 'user.js'), preferences);
  const child = spawn(program, ['--headless', '--marionette', '--profile', profile], {
    stdio: 'ignore',
  });
  const ended = once(child, 'close');
  cleanup.defer(async () => {
    child.kill();
    await ended;
  });
  const portFile = join(profile, 'MarionetteActivePort');
  let port = '';
  while (port === '') {
    if (child.exitCode !== null) throw new Error(`${program} ended before it could be driven.`);
    await wait(50);
    port = await readFile(portFile, 'utf8').catch(() => '');
  }
  const socket = connect(Number(port), '127.0.0.1');
  cleanup.defer(() => void socket.destroy());
  const request = requestsOver(socket);
  const { capabilities } = (await request('WebDriver:NewSession', {})) as {
    capabilities: { browserVersion: string };
  };
  const opened = cleanup.move();
  return tabOfWebDriver(
    async (command, parameters = {}) => {
      const answer = await request(`WebDriver:${command}`, parameters);
      return (answer as { value?: unknown } | null)?.value ?? null;
    },
    {
      version: capabilities.browserVersion,
      [Symbol.asyncDispose]: async () => await opened.disposeAsync(),
    },
  );
}

type Answer = [1, id: number, error: { error: string; message: string } | null, result: unknown];

/** Returns a function that sends one request at a time. Each packet is JSON after its length and a colon. */
function requestsOver(socket: Socket): (name: string, parameters: object) => Promise<unknown> {
  const packets = readPackets(socket);
  const greeted = packets.next();
  let count = 0;
  return async (name, parameters) => {
    await greeted;
    count += 1;
    const body = JSON.stringify([0, count, name, parameters]);
    socket.write(`${Buffer.byteLength(body)}:${body}`);
    const { value } = await packets.next();
    if (value === undefined) throw new Error('Firefox ended.');
    const [, , error, result] = JSON.parse(value) as Answer;
    if (error !== null) throw new Error(`${error.error}: ${error.message}`);
    return result;
  };
}

async function* readPackets(socket: Socket): AsyncGenerator<string, undefined> {
  let read = Buffer.alloc(0);
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    read = Buffer.concat([read, chunk]);
    for (let colon = read.indexOf(':'); colon > 0; colon = read.indexOf(':')) {
      const end = colon + 1 + Number(read.subarray(0, colon));
      if (read.length < end) break;
      yield read.toString('utf8', colon + 1, end);
      read = read.subarray(end);
    }
  }
  return undefined;
}
