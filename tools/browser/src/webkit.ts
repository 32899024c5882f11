import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { Tab } from './tab.ts';
import { commandsOverHttp, requestWebDriver, tabOfWebDriver } from './webdriver.ts';

interface Session {
  sessionId: string;
  capabilities: { browserVersion: string };
}

/** Opens a tab in WebKitGTK, the WebKit of Linux, on a screen in memory. Its WebDriver listens on the port. */
export async function openWebKit(port: number): Promise<Tab> {
  await using cleanup = new AsyncDisposableStack();
  const start = (name: string, words: string[], env = {}) => {
    const child = spawn(name, words, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    cleanup.defer(() => stop(child));
    return child;
  };
  const words = ['-displayfd', '3', '-nolisten', 'tcp', '-screen', '0', '1280x1024x24'];
  const screen = start('Xvfb', words);
  const [display] = await once(screen.stdio[3] as Readable, 'data');
  const driver = start('WebKitWebDriver', ['--host=127.0.0.1', `--port=${port}`], {
    DISPLAY: `:${String(display).trim()}`,
    // A Wayland desktop of the developer would show the browser.
    GDK_BACKEND: 'x11',
  });
  const origin = `http://127.0.0.1:${port}`;
  while (
    !(await requestWebDriver(`${origin}/status`).then(
      () => true,
      () => false,
    ))
  ) {
    if (driver.exitCode !== null) throw new Error('WebKitWebDriver ended before it answered.');
    await wait(50);
  }
  const { sessionId, capabilities } = await requestWebDriver<Session>(`${origin}/session`, {
    capabilities: {},
  });
  const session = `${origin}/session/${sessionId}`;
  cleanup.defer(async () => void (await fetch(session, { method: 'DELETE' })));
  const opened = cleanup.move();
  const tab = tabOfWebDriver(commandsOverHttp(session), {
    version: capabilities.browserVersion,
    [Symbol.asyncDispose]: async () => await opened.disposeAsync(),
  });
  return {
    ...tab,
    // People type a date in the order of their region, here the month first.
    fill: async (element, text) => {
      const isDate = await tab.evaluate<boolean>(`${element}.type === 'date'`);
      await tab.fill(element, isDate ? text.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1') : text);
    },
  };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill();
  await once(child, 'close');
}
