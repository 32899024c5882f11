import { InvalidSettingError } from './setting-parsers.ts';

/** The address of an SMTP server. */
export function smtpAddress(text: string): string {
  const url = URL.parse(text);
  if (url === null || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '') {
    throw new InvalidSettingError('must be an address like smtp://user:password@host:587');
  }
  return text;
}

/** An e-mail address, with or without a name before it. */
export function sender(text: string): string {
  if (!/^(?:[^<>@\p{Cc}]+ <[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/u.test(text)) {
    throw new InvalidSettingError('must be an address like Partner Rating <ratings@example.com>');
  }
  return text;
}
