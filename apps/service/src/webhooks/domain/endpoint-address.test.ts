import { contract } from '@partner-rating/spec/contract';
import { testRows } from '@partner-rating/table-tests';
import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { describe, expect, it } from 'vitest';
import {
  EVENT_TYPES,
  endpointErrors,
  isPublicAddress,
  judgeAddress,
  normalizeTargets,
} from './endpoint-address.ts';

const codeOf = (url: string, targets: string[] = []) => {
  const address = judgeAddress(url, normalizeTargets(targets));
  return 'error' in address ? address.error.code : 'valid';
};

describe('an endpoint URL', () => {
  testRows([
    'https://courtside.example/hooks/ratings',
    'https://courtside.example',
    'https://courtside.example:8443/hooks?key=1#part',
    'https://COURTSIDE.example./',
    'https://local.example/',
    'https://hooks.mylocal/',
    'https://8x8.example/',
    'https://bücher.example/',
    'https://1.1.1.1/hooks',
    'https://[2606:4700:4700::1111]:8443/hooks',
  ])('may be any public https address', (url) => {
    expect(codeOf(url)).toBe('valid');
  });

  testRows([
    ['', 'format'],
    ['/hooks', 'format'],
    ['https://', 'format'],
    ['https://256.256.256.256/', 'format'],
    ['https://courtside.example/\0', 'format'],
    ['https://courts\tide.example/', 'format'],
    [' https://courtside.example/', 'format'],
    ['https://courtside.example/a b', 'format'],
    ['https://partner:secret@courtside.example/', 'credentials_in_url'],
    ['https://partner@courtside.example/', 'credentials_in_url'],
    ['http://courtside.example/', 'https_required'],
    ['ftp://courtside.example/', 'https_required'],
    ['file:///etc/passwd', 'https_required'],
    ['https://localhost/', 'address_not_public'],
    ['https://intranet/', 'address_not_public'],
    ['https://127.0.0.1/', 'address_not_public'],
    ['https://[::1]/', 'address_not_public'],
    ['https://localhost./', 'address_not_public'],
    ['https://hooks.localhost/', 'address_not_public'],
    ['https://printer.local/', 'address_not_public'],
    ['https://hooks.internal/', 'address_not_public'],
    ['https://router.home.arpa/', 'address_not_public'],
    ['https://hooks.onion/', 'address_not_public'],
    ['https://:secret@courtside.example/', 'credentials_in_url'],
  ])('may not be any other', (url, code) => {
    expect(codeOf(url)).toBe(code);
  });

  testRows([
    ['/hooks', 'such as https://partner.example/hooks'],
    ['https://partner@courtside.example/', 'verify the signature of each event instead'],
    ['http://courtside.example/', 'must begin with https://'],
    ['http://localhost:3000/hooks', 'with WEBHOOK_PRIVATE_TARGETS=localhost:3000.'],
    ['http://[::1]/hooks', 'with WEBHOOK_PRIVATE_TARGETS=[::1]:80.'],
    [
      'https://localhost/',
      'must be reachable from the public internet: private, loopback, link-local and other',
    ],
  ])('is refused with advice', (url, advice) => {
    expect(judgeAddress(url, [])).toMatchObject({
      error: { detail: expect.stringContaining(advice) },
    });
  });

  it('is resolved by its host, without the brackets of an IPv6 address', () => {
    expect(judgeAddress('https://[2606:4700:4700::1111]:8443/hooks', [])).toMatchObject({
      host: '2606:4700:4700::1111',
      isPrivateTarget: false,
    });
    expect(judgeAddress('https://courtside.example/', [])).toMatchObject({
      host: 'courtside.example',
    });
  });
});

describe('a private target that the operator allows', () => {
  const targets = ['127.0.0.1:4020', 'localhost:80', '[::1]:4020', 'receiver.internal:443'];

  it('is passed on, and any other is refused', () => {
    expect(judgeAddress('http://localhost/', normalizeTargets(targets))).toMatchObject({
      host: 'localhost',
      isPrivateTarget: true,
    });
    expect(normalizeTargets(['', 'local host', 'LOCALHOST'])).toEqual(['localhost:80']);
  });

  testRows([
    'http://127.0.0.1:4020/hooks',
    'https://127.0.0.1:4020/hooks',
    'http://2130706433:4020/',
    'http://localhost/',
    'http://LOCALHOST:80/',
    'http://[0:0:0:0:0:0:0:1]:4020/',
    'https://receiver.internal/',
  ])('may be the target', (url) => {
    expect(codeOf(url, targets)).toBe('valid');
  });

  testRows([
    ['http://127.0.0.1:4021/', 'https_required'],
    ['http://127.0.0.2:4020/', 'https_required'],
    ['https://localhost/', 'address_not_public'],
    ['http://partner:secret@127.0.0.1:4020/', 'credentials_in_url'],
    ['ftp://127.0.0.1:4020/', 'https_required'],
  ])('does not include others', (url, code) => {
    expect(codeOf(url, targets)).toBe(code);
  });
});

const url = 'https://courtside.example/hooks';

describe('a requested endpoint', () => {
  it('has no error with every event of the contract, or without events', () => {
    const events = contract.events().map(({ type }) => type);
    expect(EVENT_TYPES).toEqual(events);
    expect(endpointErrors({ url, events }, [])).toEqual([]);
    expect(endpointErrors({ url }, [])).toEqual([]);
  });

  it('has an error for its address and for each unknown event', () => {
    const errors = endpointErrors(
      { url: 'https://localhost/', events: ['rating.updated', 'rating.deleted', ''] },
      [],
    );
    expect(errors.map(({ pointer, code }) => [pointer, code])).toEqual([
      ['/url', 'address_not_public'],
      ['/events/1', 'unknown_event'],
      ['/events/2', 'unknown_event'],
    ]);
    for (const type of EVENT_TYPES) expect(errors[1]?.detail).toContain(type);
    expect(errors[1]?.detail).toContain('rating.updated, connection.created,');
  });

  it('may be private if the operator allows it', () => {
    expect(endpointErrors({ url: 'http://localhost:4020/' }, ['localhost:4020'])).toEqual([]);
  });
});

function endsOf(block: string): string[] {
  const [first, bits] = ipaddr.parseCIDR(block);
  const last = first.toByteArray().map((byte, index) => {
    const free = Math.min(8, Math.max(0, (index + 1) * 8 - bits));
    return byte | (0xff >> (8 - free));
  });
  return [first.toString(), ipaddr.fromByteArray(last).toString()];
}

describe('isPublicAddress', () => {
  testRows([
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '169.253.255.255',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2000::',
    '2001:200::1',
    '2001:4860:4860::8888',
    '2003::1',
    '2606:4700:4700::1111',
    '3fff:1000::1',
  ])('accepts public addresses', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  testRows([
    ...['0.0.0.0', '0.255.255.255', '10.0.0.0', '10.255.255.255', '100.64.0.0', '100.127.255.255'],
    ...['127.0.0.1', '127.255.255.255', '169.254.0.0', '169.254.169.254', '169.254.255.255'],
    ...['172.16.0.0', '172.31.255.255', '192.0.0.8', '192.0.0.170', '192.0.2.1', '192.31.196.1'],
    ...['192.52.193.1', '192.88.99.1', '192.168.0.0', '192.168.255.255', '192.175.48.1'],
    ...['198.18.0.0', '198.19.255.255', '198.51.100.1', '203.0.113.1', '224.0.0.1'],
    ...['239.255.255.255', '240.0.0.1', '255.255.255.255'],
  ])('refuses the special IPv4 addresses', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  testRows([
    ...['::', '::1', '::7f00:1', '::ffff:127.0.0.1', '::ffff:1.1.1.1', '::ffff:0:127.0.0.1'],
    ...['64:ff9b::7f00:1', '64:ff9b::1.1.1.1', '64:ff9b:1::a00:1', '100::1', '100:0:0:1::1'],
    ...['1fff:ffff::1', '2001::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2', '2001:2::1'],
    ...['2001:10::1', '2001:20::1', '2001:1ff:ffff::1', '2001:db8::1', '2002:7f00:1::'],
    ...['2002:c0a8:101::1', '2620:4f:8000::1', '3ffe::1', '3fff::1', '3fff:fff:ffff::1'],
    ...['4000::1', '5f00::1', 'fc00::1', 'fd12:3456:789a::1', 'fe80::1', 'fe80::1%eth0'],
    ...['febf::1', 'fec0::1', 'ff02::1', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ])('refuses the special IPv6 addresses', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  // The blocks of the IANA registries of special-purpose addresses for IPv4 and IPv6.
  testRows([
    ...['0.0.0.0/8', '0.0.0.0/32', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16'],
    ...['172.16.0.0/12', '192.0.0.0/24', '192.0.0.0/29', '192.0.0.8/32', '192.0.0.9/32'],
    ...['192.0.0.10/32', '192.0.0.170/32', '192.0.0.171/32', '192.0.2.0/24', '192.31.196.0/24'],
    ...['192.52.193.0/24', '192.88.99.0/24', '192.88.99.2/32', '192.168.0.0/16'],
    ...['192.175.48.0/24', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '240.0.0.0/4'],
    ...['255.255.255.255/32', '::1/128', '::/128', '::ffff:0:0/96', '64:ff9b::/96'],
    ...['64:ff9b:1::/48', '100::/64', '100:0:0:1::/64', '2001::/23', '2001::/32'],
    ...['2001:1::1/128', '2001:1::2/128', '2001:1::3/128', '2001:2::/48', '2001:3::/32'],
    ...['2001:4:112::/48', '2001:10::/28', '2001:20::/28', '2001:30::/28', '2001:db8::/32'],
    ...['2002::/16', '2620:4f:8000::/48', '3fff::/20', '5f00::/16', 'fc00::/7', 'fe80::/10'],
  ])('refuses each registered block from its first address to its last', (block) => {
    expect(endsOf(block).filter(isPublicAddress)).toEqual([]);
  });

  testRows(['', 'localhost', 'courtside.example', '::1::', '1.1.1.1/8', '1.1.1.256'])(
    'refuses an invalid address',
    (text) => {
      expect(isPublicAddress(text)).toBe(false);
    },
  );

  it('refuses every IPv4 address within IPv6', () => {
    const byte = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(fc.tuple(byte, byte, byte, byte), ([a, b, c, d]) => {
        const dotted = `${a}.${b}.${c}.${d}`;
        const high = ((a << 8) | b).toString(16);
        const low = ((c << 8) | d).toString(16);
        const wrapped = [
          `::ffff:${dotted}`,
          `::ffff:${high}:${low}`,
          `::${high}:${low}`,
          `::ffff:0:${high}:${low}`,
          `64:ff9b::${high}:${low}`,
          `64:ff9b:1::${high}:${low}`,
          `2002:${high}:${low}::1`,
          `2001::${high}:${low}`,
        ];
        expect(wrapped.filter(isPublicAddress)).toEqual([]);
      }),
    );
  });
});
