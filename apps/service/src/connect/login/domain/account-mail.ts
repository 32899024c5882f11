import { connectTexts } from '../../domain/texts.ts';

/** The kinds of mail about accounts. */
export type AccountMail =
  | 'registration'
  | 'password-link'
  | 'email-link'
  | 'password-changed'
  | 'email-changed'
  | 'log-in'
  | 'log-in-link'
  | 'log-ins-failed'
  | 'second-factor-enabled'
  | 'second-factor-disabled'
  | 'second-factor-removed'
  | 'second-factor-refused'
  | 'recovery-code-used'
  | 'recovery-codes-replaced';

/**
 * An email address as it is kept: trimmed and composed (NFC). Null for what cannot be one. Only
 * a sent email proves an address, so nothing but the outline is looked at.
 */
export function readEmail(text: string): string | null {
  const email = text.trim().normalize('NFC');
  // What the contract's `format: email` lets through, so that every address kept can be answered.
  const outline =
    /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i;
  return email.length <= 254 && outline.test(email) ? email : null;
}

/** A browser as its player would name it. */
interface BrowserWords {
  name: string;
  isHandheld: boolean;
}

// The first that fits names it: most browsers also claim to be those further down.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\b(?:Edg|EdgA|EdgiOS)\//, 'Edge'],
  [/\b(?:OPR|OPT|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string, 'handheld' | 'computer'])[] = [
  [/\biPhone\b/, 'iPhone', 'handheld'],
  [/\biPad\b/, 'iPad', 'handheld'],
  [/\bAndroid\b/, 'Android', 'handheld'],
  [/\bCrOS\b/, 'ChromeOS', 'computer'],
  [/\bWindows\b/, 'Windows', 'computer'],
  [/\bMac(?:intosh| OS X)\b/, 'Mac', 'computer'],
  [/\bLinux\b/, 'Linux', 'computer'],
];

/**
 * Puts a User-Agent header in words. It is only a hint for a person who looks for a log-in that
 * is not theirs, so nothing of the header itself is repeated.
 */
export function browserWords(userAgent: string | null): BrowserWords {
  const text = userAgent ?? '';
  const [, browser] = browsers.find(([pattern]) => pattern.test(text)) ?? [];
  const [, system, kind] = systems.find(([pattern]) => pattern.test(text)) ?? [];
  return { name: nameOf(browser, system), isHandheld: kind === 'handheld' };
}

function nameOf(browser: string | undefined, system: string | undefined): string {
  const { unknown, on } = connectTexts().browser;
  return system === undefined ? (browser ?? unknown) : on(browser ?? unknown, system);
}
