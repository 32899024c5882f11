import { InvalidSettingError } from './setting-parsers.ts';

/** The address of an SMTP server. */
export function smtpAddress(text: string): string {
  const url = URL.parse(text);
  if (url === null || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '') {
    throw new InvalidSettingError('must be an address like smtp://user:password@host:587');
  }
  return text;
}

/** Whom mails come from. */
export interface Sender {
  /** Empty where there is none. */
  name: string;
  address: string;
}

/** An e-mail address, with or without a name before it, which may stand in double quotes. */
export function sender(text: string): Sender {
  const [, before = '', bracketed, bare] =
    /^(?:([^<>@]+) <([^<>]+)>|([^<>\s]+))$/u.exec(text) ?? [];
  const address = bracketed ?? bare ?? '';
  const name = nameOf(before.trim());
  if (name === null || !ADDRESS.test(address)) {
    throw new InvalidSettingError(
      'must be one address like ratings@example.com or Partner Rating <ratings@example.com>',
    );
  }
  return { name, address };
}

// Without what separates several (RFC 5322 §3.2.3), which nobody means by one.
const ADDRESS = /^[^\s<>@,;:()[\]\\"\p{Cc}]+@[^\s<>@,;:()[\]\\"\p{Cc}]+$/u;

function nameOf(text: string): string | null {
  if (/\p{Cc}/u.test(text)) return null;
  const [, quoted] = /^"((?:[^"\\]|\\.)*)"$/u.exec(text) ?? [];
  if (quoted !== undefined) return quoted.replace(/\\(.)/gu, '$1');
  return text.includes('"') ? null : text;
}

/** As an operator writes it, but without quotes. */
export function describeSender({ name, address }: Sender): string {
  return name === '' ? address : `${name} <${address}>`;
}
