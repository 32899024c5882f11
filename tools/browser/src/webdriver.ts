import type { Tab } from './tab.ts';

// The commands of WebDriver (https://www.w3.org/TR/webdriver2/), by their names in Firefox's own protocol.
const paths = {
  Navigate: 'url',
  ExecuteScript: 'execute/sync',
  ElementClick: 'element/{id}/click',
  ElementClear: 'element/{id}/clear',
  ElementSendKeys: 'element/{id}/value',
  PerformActions: 'actions',
  SetWindowRect: 'window/rect',
  TakeScreenshot: 'screenshot',
} as const;

type Parameters = Record<string, unknown>;

/** Sends a command of WebDriver, and returns its value. */
export type SendCommand = (
  command: keyof typeof paths,
  parameters?: Parameters,
) => Promise<unknown>;

/** Returns a function that sends commands over HTTP to a session. */
export function commandsOverHttp(session: string): SendCommand {
  return async (command, { id = '', ...parameters } = {}) => {
    const path = `${session}/${paths[command].replace('{id}', String(id))}`;
    return await requestWebDriver(path, command === 'TakeScreenshot' ? undefined : parameters);
  };
}

/** Sends a request to a WebDriver, and returns the value of its answer. */
export async function requestWebDriver<Value>(url: string, body?: Parameters): Promise<Value> {
  const method = body === undefined ? 'GET' : 'POST';
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await response.json()) as {
    value: Value & { error?: string; message?: string };
  };
  if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
  return value;
}

// The name of an element's id, which the standard chose so that no other object has it.
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** Returns the tab that commands drive. */
export function tabOfWebDriver(
  send: SendCommand,
  rest: Pick<Tab, 'version' | typeof Symbol.asyncDispose>,
): Tab {
  const evaluate = async <Value>(expression: string) =>
    (await send('ExecuteScript', { script: `return ${expression}`, args: [] })) as Value;
  const found = async (element: string) => {
    const reference = await evaluate<Record<string, string> | null>(element);
    const id = reference?.[ELEMENT];
    if (id === undefined) throw new Error(`There is no ${element}.`);
    return { id, origin: { [ELEMENT]: id } };
  };
  return {
    ...rest,
    evaluate,
    open: async (url) => void (await send('Navigate', { url })),
    click: async (element) => {
      const { id } = await found(element);
      await send('ElementClick', { id });
    },
    hover: async (element) => {
      const { origin } = await found(element);
      const move = { type: 'pointerMove', duration: 0, x: 0, y: 0, origin };
      await send('PerformActions', {
        actions: [{ type: 'pointer', id: 'mouse', actions: [move] }],
      });
    },
    fill: async (element, text) => {
      const { id } = await found(element);
      await send('ElementClear', { id });
      await send('ElementSendKeys', { id, text });
    },
    resize: async (width, height) => void (await send('SetWindowRect', { width, height })),
    takePicture: async () => {
      const picture = (await send('TakeScreenshot', { full: false })) as string;
      return Buffer.from(picture, 'base64');
    },
  };
}
