import type { ErrorItem, Schemas } from '@partner-rating/server';
import { eventTypes } from '@partner-rating/server/catalogue';
import ipaddr from 'ipaddr.js';

// Every range of the IANA special-purpose registries, and multicast. They contain the service's own machine and network, and
// nothing of the public internet.
const SPECIAL_IPV4 = ranges([
  '0.0.0.0/8', // this network (RFC 791)
  '10.0.0.0/8', // private (RFC 1918)
  '100.64.0.0/10', // shared by carriers (RFC 6598)
  '127.0.0.0/8', // loopback (RFC 1122)
  '169.254.0.0/16', // link-local, and the metadata services of clouds (RFC 3927)
  '172.16.0.0/12', // private (RFC 1918)
  '192.0.0.0/24', // protocol assignments (RFC 6890)
  '192.0.2.0/24', // documentation (RFC 5737)
  '192.31.196.0/24', // AS112 (RFC 7535)
  '192.52.193.0/24', // automatic multicast tunnelling (RFC 7450)
  '192.88.99.0/24', // relays of 6to4 (RFC 7526)
  '192.168.0.0/16', // private (RFC 1918)
  '192.175.48.0/24', // AS112 (RFC 7534)
  '198.18.0.0/15', // benchmarking (RFC 2544)
  '198.51.100.0/24', // documentation (RFC 5737)
  '203.0.113.0/24', // documentation (RFC 5737)
  '224.0.0.0/4', // multicast (RFC 5771)
  '240.0.0.0/4', // reserved, and broadcast (RFC 1112)
]);

// All of IPv6 except global unicast is refused. That includes loopback, link-local, unique local,
// multicast and the forms that hold an IPv4 address: mapped (::ffff:0:0/96), compatible (::/96),
// translated (::ffff:0:0:0/96) and NAT64 (64:ff9b::/96, 64:ff9b:1::/48).
const GLOBAL_UNICAST_IPV6 = ranges(['2000::/3']);

const SPECIAL_IPV6 = ranges([
  '2001::/23', // protocol assignments: Teredo, benchmarking, ORCHID and others (RFC 2928)
  '2001:db8::/32', // documentation (RFC 3849)
  '2002::/16', // 6to4, which holds an IPv4 address (RFC 3056)
  '2620:4f:8000::/48', // AS112 (RFC 7534)
  '3ffe::/16', // the former 6bone (RFC 3701)
  '3fff::/20', // documentation (RFC 9637)
]);

/**
 * Whether an IP address is in the public internet. It compares bytes and not the text, because one address can be written in
 * many ways.
 */
export function isPublicAddress(address: string): boolean {
  const bytes = parseBytes(address);
  if (bytes === null) return false;
  if (bytes.length === 4) return !SPECIAL_IPV4.some((range) => contains(range, bytes));
  return (
    GLOBAL_UNICAST_IPV6.some((range) => contains(range, bytes)) &&
    !SPECIAL_IPV6.some((range) => contains(range, bytes))
  );
}

interface Range {
  first: readonly number[];
  bits: number;
}

function ranges(texts: readonly string[]): Range[] {
  return texts.map((text) => {
    const [address = '', bits] = text.split('/');
    return { first: ipaddr.parse(address).toByteArray(), bits: Number(bits) };
  });
}

function contains({ first, bits }: Range, bytes: readonly number[]): boolean {
  return first.every((byte, index) => {
    const bitsHere = Math.min(8, Math.max(0, bits - index * 8));
    const mask = (0xff << (8 - bitsHere)) & 0xff;
    return ((bytes[index] ?? 0) & mask) === (byte & mask);
  });
}

function parseBytes(address: string): readonly number[] | null {
  try {
    return ipaddr.parse(address).toByteArray();
  } catch {
    return null;
  }
}

/** The judgement of the text of an endpoint's URL. The addresses of its host are checked at each attempt. */
export type EndpointAddress =
  | {
      url: URL;
      /** The host without the brackets of IPv6, as a resolver expects it. */
      host: string;
      /** Whether it is private or plain HTTP, and the operator allows it. */
      isPrivateTarget: boolean;
    }
  | { error: AddressError };

interface AddressError {
  code: 'format' | 'https_required' | 'credentials_in_url' | 'address_not_public';
  detail: string;
}

// Names of the service's own machine or network, for any resolver.
const LOCAL_NAMES = ['localhost', 'local', 'internal', 'home.arpa', 'onion'];

// `new URL` writes every address like this: IPv4 in digits and dots, IPv6 with colons.
const ADDRESS = /^[\d.]+$|:/;

// `new URL` ignores these, so the stored text would differ from the URL.
const INVISIBLE = /[\s\p{Cc}]/u;

export function judgeAddress(text: string, privateTargets: readonly string[]): EndpointAddress {
  const url = URL.parse(text);
  if (url === null || INVISIBLE.test(text)) {
    return refuse('format', 'This must be an absolute URL, such as https://partner.example/hooks.');
  }
  if (url.username !== '' || url.password !== '') {
    return refuse(
      'credentials_in_url',
      'The URL must not hold a user name or password: verify the signature of each event instead.',
    );
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isHttp = url.protocol === 'http:';
  if ((isHttp || url.protocol === 'https:') && privateTargets.includes(hostAndPort(url))) {
    return { url, host, isPrivateTarget: true };
  }
  if (url.protocol !== 'https:') {
    return refuse('https_required', `The URL must begin with https://.${loopbackAdvice(url)}`);
  }
  if (ADDRESS.test(host) ? !isPublicAddress(host) : isLocalName(host)) {
    return refuse(
      'address_not_public',
      'The host must be reachable from the public internet: private, loopback, link-local and ' +
        'other special addresses are refused.',
    );
  }
  return { url, host, isPrivateTarget: false };
}

function refuse(code: AddressError['code'], detail: string): EndpointAddress {
  return { error: { code, detail } };
}

// A first receiver is often on the machine of the demonstration, which by default sends only to port 4020.
function loopbackAdvice(url: URL): string {
  if (!['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)) return '';
  const target = hostAndPort(url);
  return ` To receive on your own machine, start the service there with WEBHOOK_PRIVATE_TARGETS=${target}.`;
}

/** Normalizes host:port texts for comparisons. */
export function normalizeTargets(targets: readonly string[]): string[] {
  return targets.flatMap((target) => {
    const url = URL.parse(`http://${target}`);
    return url === null ? [] : [hostAndPort(url)];
  });
}

function hostAndPort(url: URL): string {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return `${url.hostname}:${port}`;
}

function isLocalName(host: string): boolean {
  const name = host.replace(/\.$/, '');
  return !name.includes('.') || LOCAL_NAMES.some((local) => `.${name}`.endsWith(`.${local}`));
}

/** Returns the errors of a requested endpoint that the schema does not find. */
export function endpointErrors(
  { url, events }: Schemas.WebhookEndpointInput,
  privateTargets: readonly string[],
): ErrorItem[] {
  const address = judgeAddress(url, privateTargets);
  return [
    ...('error' in address ? [{ pointer: '/url', ...address.error }] : []),
    ...eventErrors(events),
  ];
}

/** The errors of a list of event types in a request: those of which there is no event. */
export function eventErrors(events: readonly string[] = []): ErrorItem[] {
  const known: readonly string[] = EVENT_TYPES;
  return events.flatMap((type, index) => {
    if (known.includes(type)) return [];
    const detail = `There is no such event; send any of ${known.join(', ')}.`;
    return [{ pointer: `/events/${index}`, code: 'unknown_event', detail }];
  });
}

type EventType = (typeof eventTypes)[number]['type'];

/** The most endpoints of an application, as in the schema `WebhookEndpoints`. Each adds a delivery to every event. */
export const MAX_ENDPOINTS = 10;

/** Every type of event that the service sends. */
export const EVENT_TYPES: readonly EventType[] = eventTypes.map(({ type }) => type);
