import { connectTexts } from '../../domain/texts.ts';

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
  | 'recovery-codes-replaced'
  | 'account-erased';

/**
 * Returns an email address as it is stored: trimmed and composed (NFC). Null for a text that cannot be one. Only
 * a sent email proves an address, so this checks only the outline.
 */
export function readEmail(text: string): string | null {
  const email = text.trim().normalize('NFC');
  // Accepts what the contract's `format: email` accepts, so that every stored address can be returned.
  const outline =
    /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i;
  return email.length <= 254 && outline.test(email) ? email : null;
}

/** A browser in words that its player understands. */
interface BrowserWords {
  name: string;
  isHandheld: boolean;
}

// The first match counts, because most browsers also claim to be those further down.
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
 * Describes a User-Agent header in words. It is only a hint for a person who looks for a stranger's log-in,
 * so it repeats nothing of the header.
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
