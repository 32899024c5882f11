import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { styles as commonStyles, templates } from './render.ts';

export interface HtmlAnswer<Status extends number = number> {
  status: Status;
  headers: Record<string, string | string[]>;
  body: string;
}

/** The page during an outage, which says when to come back. */
export interface UnavailableAnswer extends HtmlAnswer<503> {
  headers: HtmlAnswer['headers'] & { 'retry-after': `${number}` };
}

export interface RedirectAnswer {
  status: 303;
  headers: HtmlAnswer['headers'] & { location: string };
  body?: undefined;
}

/** A file that the browser downloads without leaving the page. */
export interface DownloadAnswer {
  status: 200;
  headers: Record<string, string>;
  body: Readable;
}

/** A picture that is drawn for each request. */
export interface PictureAnswer {
  status: 200;
  headers: Record<string, string>;
  body: Buffer;
}

export type PageAnswer = HtmlAnswer | RedirectAnswer | DownloadAnswer | PictureAnswer;

const hashes = new Map<string, string>();

/** Hashes styles or a script for the Content Security Policy. There are only a few different ones. */
function hashOf(text: string): string {
  const known = hashes.get(text);
  if (known !== undefined) return known;
  const hash = createHash('sha256').update(text).digest('base64');
  hashes.set(text, hash);
  return hash;
}

// The script of pages with a password field.
const showPassword = templates.render('platform/pages/templates/show-password', {});

const commonHeaders = {
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

export interface HtmlAnswerOptions {
  /**
   * Where the page's forms may lead. Without it, nowhere. Chromium checks the form-action of a page along all
   * redirects after the form, and only the partner knows where a callback redirects to. So a form that may end
   * at a partner may lead anywhere, and a page with such a form has no password field.
   */
  formAction?: 'self' | 'anywhere';
  cookies?: string[];
  retryAfter?: number;
  /**
   * Whether the player's browser, but no other cache, may store the page to show it after Back. A browser cannot
   * load the response of a form again, and would show its own error. Only for pages that contain no more
   * than the typed email address, and nothing that works without the browser's cookies.
   */
  isRestorable?: boolean;
  /** The inline styles of the page, if they are not those of all pages. */
  styles?: string;
  /** The inline script of the page. */
  script?: string;
}

export function htmlAnswer<Status extends number>(
  status: Status,
  body: string,
  {
    formAction,
    cookies = [],
    retryAfter,
    isRestorable,
    styles = commonStyles,
    script,
  }: HtmlAnswerOptions = {},
): HtmlAnswer<Status> {
  const scripts = [
    ...(body.includes('data-show=') ? [showPassword] : []),
    ...(script === undefined ? [] : [script]),
  ];
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${hashOf(styles)}'`,
    ...(scripts.length === 0
      ? []
      : [`script-src ${scripts.map((one) => `'sha256-${hashOf(one)}'`).join(' ')}`]),
    "img-src 'self'",
    "manifest-src 'self'",
    ...(formAction === 'anywhere' ? [] : [`form-action '${formAction ?? 'none'}'`]),
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ];
  return {
    status,
    headers: {
      ...commonHeaders,
      ...(isRestorable === true && { 'cache-control': 'private, no-cache' }),
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy.join('; '),
      // For browsers that do not know frame-ancestors.
      'x-frame-options': 'DENY',
      ...(cookies.length > 0 && { 'set-cookie': cookies }),
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    },
    body,
  };
}

export function downloadAnswer(
  body: Readable,
  { name, type }: { name: string; type: string },
): DownloadAnswer {
  return {
    status: 200,
    headers: {
      ...commonHeaders,
      'content-type': type,
      'content-disposition': `attachment; filename="${name}"`,
    },
    body,
  };
}

export function pictureAnswer(body: Buffer): PictureAnswer {
  return { status: 200, headers: { ...commonHeaders, 'content-type': 'image/png' }, body };
}

export function redirectAnswer(location: string, cookies: string[] = []): RedirectAnswer {
  return {
    status: 303,
    headers: { ...commonHeaders, location, ...(cookies.length > 0 && { 'set-cookie': cookies }) },
  };
}
