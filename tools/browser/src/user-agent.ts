/** A page that the browser has loaded: its address and its HTML. */
export interface Page {
  url: string;
  status: number;
  headers: Headers;
  html: string;
}

interface Form {
  action: string;
  method: string;
  fields: URLSearchParams;
}

const MAX_REDIRECTS = 10;

export interface UserAgentOptions {
  /** Whether to follow redirects to another origin. If not, it stops before them. */
  followsToOtherOrigins?: boolean;
}

/**
 * A browser without a screen or scripts. It stores cookies by host and not by port, like browsers, follows redirects and
 * links, and submits the forms of a page with all their fields.
 */
export class UserAgent {
  readonly #cookies = new Map<string, Map<string, string>>();
  readonly #followsToOtherOrigins: boolean;

  constructor({ followsToOtherOrigins = false }: UserAgentOptions = {}) {
    this.#followsToOtherOrigins = followsToOtherOrigins;
  }

  async open(url: string): Promise<Page> {
    return await this.#request(url, { method: 'GET' });
  }

  /** Follows the link of the page with this text. */
  async follow(page: Page, text: string): Promise<Page> {
    const link = [...page.html.matchAll(/<a\b([^>]*)>([\s\S]*?)<\/a>/g)].find(
      ([, , content]) => content?.trim() === text,
    );
    if (link === undefined) throw new Error(`No link "${text}" on ${page.url}:\n${page.html}`);
    return await this.open(new URL(attribute(link[1] ?? '', 'href') ?? '', page.url).href);
  }

  /**
   * Submits the form whose action ends in `action`, with the given values. A value of null leaves a field out, like an
   * unchecked checkbox.
   */
  async submit(
    page: Page,
    action: string,
    values: Record<string, string | string[] | null> = {},
  ): Promise<Page> {
    const form = formsOf(page).find((candidate) => candidate.action.endsWith(action));
    if (form === undefined) {
      throw new Error(`No form for ${action} on ${page.url} (${page.status}):\n${page.html}`);
    }
    for (const [name, value] of Object.entries(values)) {
      form.fields.delete(name);
      for (const item of [value ?? []].flat()) form.fields.append(name, item);
    }
    return await this.#request(form.action, {
      method: form.method,
      body: form.fields,
      headers: { origin: new URL(page.url).origin },
    });
  }

  async #request(address: string, init: RequestInit): Promise<Page> {
    const { origin } = new URL(address);
    let url = address;
    let request = init;
    for (let redirects = 0; redirects < MAX_REDIRECTS; redirects += 1) {
      const { hostname } = new URL(url);
      const cookies = this.#cookies.get(hostname) ?? new Map<string, string>();
      this.#cookies.set(hostname, cookies);
      const headers = new Headers(request.headers);
      const pairs = [...cookies].map(([name, value]) => `${name}=${value}`);
      if (pairs.length > 0) headers.set('cookie', pairs.join('; '));
      const response = await fetch(url, { ...request, headers, redirect: 'manual' });
      storeCookies(cookies, response.headers);
      const location = response.headers.get('location');
      const html = await response.text();
      const page = { status: response.status, headers: response.headers, html };
      if (location === null) return { url, ...page };
      url = new URL(location, url).href;
      if (!this.#followsToOtherOrigins && new URL(url).origin !== origin) return { url, ...page };
      request = { method: 'GET' };
    }
    throw new Error(`${address} redirects without end.`);
  }
}

function storeCookies(cookies: Map<string, string>, headers: Headers): void {
  for (const cookie of headers.getSetCookie()) {
    const [pair = ''] = cookie.split(';', 1);
    const equals = pair.indexOf('=');
    const name = pair.slice(0, equals);
    if (/max-age=0|expires=thu, 01 jan 1970/i.test(cookie)) cookies.delete(name);
    else cookies.set(name, pair.slice(equals + 1));
  }
}

function formsOf(page: Page): Form[] {
  return [...page.html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].map(
    ([, tag = '', content = '']) => ({
      action: new URL(attribute(tag, 'action') ?? '', page.url).href,
      method: (attribute(tag, 'method') ?? 'get').toUpperCase(),
      fields: new URLSearchParams([...inputsOf(content), ...selectValues(content)]),
    }),
  );
}

function inputsOf(content: string): [name: string, value: string][] {
  return [...content.matchAll(/<input\b([^>]*)>/g)].flatMap(([, tag = '']) => {
    const name = attribute(tag, 'name');
    const isBox = ['checkbox', 'radio'].includes(attribute(tag, 'type') ?? '');
    const isSent = !/\sdisabled\b/.test(tag) && (!isBox || /\schecked\b/.test(tag));
    return name !== null && isSent ? [[name, attribute(tag, 'value') ?? (isBox ? 'on' : '')]] : [];
  });
}

function selectValues(content: string): [name: string, value: string][] {
  return [...content.matchAll(/<select\b([^>]*)>([\s\S]*?)<\/select>/g)].map(
    ([, tag = '', options = '']) => {
      const selected = /<option\b[^>]*\sselected[^>]*>/.exec(options)?.[0] ?? '';
      return [attribute(tag, 'name') ?? '', attribute(selected, 'value') ?? ''];
    },
  );
}

function attribute(tag: string, name: string): string | null {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  if (value === undefined) return null;
  return value
    .replace(/&quot;/g, '"')
    .replace(/&#0?39;/g, "'")
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');
}
