import ipaddr from 'ipaddr.js';
import { InvalidHostsError, readDatabaseHosts } from '../database/hosts.ts';

/** Thrown by a parser. The message continues the variable's name: "PORT must be …". */
export class InvalidSettingError extends Error {
  override name = 'InvalidSettingError';
}

export function integer(minimum: number, maximum: number) {
  return (text: string): number => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < minimum || value > maximum) {
      throw new InvalidSettingError(`must be a whole number from ${minimum} to ${maximum}`);
    }
    return value;
  };
}

/** Parses seconds that may have decimals. */
export function seconds(minimum: number, maximum: number) {
  return (text: string): number => {
    const value = Number(text);
    if (!(value >= minimum && value <= maximum)) {
      throw new InvalidSettingError(`must be a number of seconds from ${minimum} to ${maximum}`);
    }
    return value;
  };
}

/** Parses a number from 0 to 1. */
export function share(text: string): number {
  const value = Number(text);
  if (!/^[\d.]+$/.test(text) || !(value >= 0 && value <= 1)) {
    throw new InvalidSettingError('must be a number from 0 to 1');
  }
  return value;
}

export function oneOf<const Value extends string>(...values: Value[]) {
  return (text: string): Value => {
    const found = values.find((value) => value === text);
    if (found === undefined) throw new InvalidSettingError(`must be one of ${values.join(', ')}`);
    return found;
  };
}

/** Makes a parser that returns null if nothing is set. */
export function optional<Value>(parse: (text: string) => Value) {
  return (text: string): Value | null => (text === '' ? null : parse(text));
}

export function list(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** Parses a comma-separated list. Refuses the range of all addresses. */
export function addressRanges(text: string): string[] {
  const ranges = list(text);
  if (!ranges.every(isAddressOrRange)) {
    throw new InvalidSettingError('must be whole IP addresses or ranges like 10.0.0.0/8');
  }
  if (ranges.some((range) => /\/0+$/.test(range))) {
    throw new InvalidSettingError('must be ranges like 10.0.0.0/8 and not every address');
  }
  return ranges;
}

// Requires all four parts of IPv4, because `10` would be read as 0.0.0.10, and `10.1` as 10.0.0.1.
function isAddressOrRange(text: string): boolean {
  return (
    ipaddr.IPv4.isValidFourPartDecimal(text) ||
    ipaddr.IPv4.isValidCIDRFourPartDecimal(text) ||
    ipaddr.IPv6.isValid(text) ||
    ipaddr.IPv6.isValidCIDR(text)
  );
}

/** Parses the seconds before each attempt. */
export function schedule(text: string): number[] {
  const seconds = list(text).map(integer(0, 604_800));
  if (seconds.length === 0) throw new InvalidSettingError('must name at least one attempt');
  return seconds;
}

export function origin(text: string): string {
  const url = URL.parse(text);
  const isValid =
    url !== null &&
    (url.protocol === 'http:' || url.protocol === 'https:') &&
    url.pathname === '/' &&
    url.search === '' &&
    url.hash === '' &&
    url.username === '';
  if (!isValid) {
    throw new InvalidSettingError('must be an http or https address without a path');
  }
  return url.origin;
}

export function postgresAddress(text: string): string {
  try {
    readDatabaseHosts(text);
    return text;
  } catch (error) {
    throw error instanceof InvalidHostsError ? new InvalidSettingError(error.message) : error;
  }
}

/** Parses the comma-separated addresses of replicas, each of which has one host. */
export function replicaAddresses(text: string): string[] {
  const addresses = list(text);
  for (const address of addresses) {
    const url = URL.parse(address);
    const isReplica =
      url !== null &&
      ['postgres:', 'postgresql:'].includes(url.protocol) &&
      url.hostname !== '' &&
      !url.searchParams.has('target_session_attrs');
    if (!isReplica) {
      throw new InvalidSettingError(
        'must be addresses like postgres://user:password@host/database, one for each replica, with commas between them',
      );
    }
  }
  return addresses;
}

export function redisAddress(text: string): string {
  const url = URL.parse(text);
  if (url === null || !['redis:', 'rediss:'].includes(url.protocol)) {
    throw new InvalidSettingError('must be an address like redis://user:password@host:6379');
  }
  return text;
}

export function hostAndPort(text: string): string {
  const url = URL.parse(`http://${text}`);
  if (url === null || !/:\d+$/.test(text) || url.pathname !== '/') {
    throw new InvalidSettingError('must be host:port pairs like 127.0.0.1:4020');
  }
  return text.toLowerCase();
}

/** The first key encrypts, all keys decrypt. */
export type SealingKeys = readonly [Uint8Array, ...Uint8Array[]];

export function sealingKeys(text: string): SealingKeys {
  const [first, ...others] = list(text).map((part) => Buffer.from(part, 'base64'));
  if (first === undefined || [first, ...others].some((key) => key.length !== 32)) {
    throw new InvalidSettingError(
      'must be 32 bytes as base64 (openssl rand -base64 32), or two such keys with a comma between them',
    );
  }
  return [first, ...others];
}

export function smtpAddress(text: string): string {
  const url = URL.parse(text);
  if (url === null || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '') {
    throw new InvalidSettingError('must be an address like smtp://user:password@host:587');
  }
  return text;
}

/** Parses the address of a collector. Returns it without a slash at its end. */
export function collectorAddress(text: string): string {
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new InvalidSettingError('must be an http or https address like http://localhost:4318');
  }
  return text.replace(/\/+$/, '');
}

/** The sender of mails. */
interface Sender {
  /** Empty if the sender has no name. */
  name: string;
  address: string;
}

/** Parses an email address, with or without a name before it. The name may be in double quotes. */
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

// Without the characters that separate several addresses (RFC 5322 §3.2.3).
const ADDRESS = /^[^\s<>@,;:()[\]\\"\p{Cc}]+@[^\s<>@,;:()[\]\\"\p{Cc}]+$/u;

function nameOf(text: string): string | null {
  if (/\p{Cc}/u.test(text)) return null;
  const [, quoted] = /^"((?:[^"\\]|\\.)*)"$/u.exec(text) ?? [];
  if (quoted !== undefined) return quoted.replace(/\\(.)/gu, '$1');
  return text.includes('"') ? null : text;
}

/** Returns the sender as an operator writes it, without quotes. */
export function describeSender({ name, address }: Sender): string {
  return name === '' ? address : `${name} <${address}>`;
}

const MAX_NAME = 60;

/** Parses a name that pages, mails, and pictures show on one line. */
export function displayName(text: string): string {
  if (text.length > MAX_NAME || /\p{Cc}/u.test(text)) {
    throw new InvalidSettingError(`must be one line of at most ${MAX_NAME} characters`);
  }
  return text;
}

/** Makes a parser of the address of a page. */
export function webAddress(example: string) {
  return (text: string): string => {
    const url = URL.parse(text);
    if (url === null || !/^https?:\/\//.test(text) || url.username !== '') {
      throw new InvalidSettingError(`must be an address like ${example}`);
    }
    return url.href;
  };
}

/** Where people reach the operator, in the form of OpenAPI's contact. */
export type Contact = { email: string } | { url: string };

export function contact(text: string): Contact {
  return ADDRESS.test(text) ? { email: text } : { url: contactPage(text) };
}

const contactPage = webAddress(
  'help@ratings.example, or of a page like https://ratings.example/help',
);
