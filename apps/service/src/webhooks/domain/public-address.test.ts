import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPublicAddress } from './public-address.ts';

describe('isPublicAddress', () => {
  it.each([
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
  ])('lets %s through', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    ...['0.0.0.0', '0.255.255.255', '10.0.0.0', '10.255.255.255', '100.64.0.0', '100.127.255.255'],
    ...['127.0.0.1', '127.255.255.255', '169.254.0.0', '169.254.169.254', '169.254.255.255'],
    ...['172.16.0.0', '172.31.255.255', '192.0.0.8', '192.0.0.170', '192.0.2.1', '192.31.196.1'],
    ...['192.52.193.1', '192.88.99.1', '192.168.0.0', '192.168.255.255', '192.175.48.1'],
    ...['198.18.0.0', '198.19.255.255', '198.51.100.1', '203.0.113.1', '224.0.0.1'],
    ...['239.255.255.255', '240.0.0.1', '255.255.255.255'],
  ])('refuses the special IPv4 address %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each([
    ...['::', '::1', '::7f00:1', '::ffff:127.0.0.1', '::ffff:1.1.1.1', '::ffff:0:127.0.0.1'],
    ...['64:ff9b::7f00:1', '64:ff9b::1.1.1.1', '64:ff9b:1::a00:1', '100::1', '100:0:0:1::1'],
    ...['1fff:ffff::1', '2001::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2', '2001:2::1'],
    ...['2001:10::1', '2001:20::1', '2001:1ff:ffff::1', '2001:db8::1', '2002:7f00:1::'],
    ...['2002:c0a8:101::1', '2620:4f:8000::1', '3ffe::1', '3fff::1', '3fff:fff:ffff::1'],
    ...['4000::1', '5f00::1', 'fc00::1', 'fd12:3456:789a::1', 'fe80::1', 'fe80::1%eth0'],
    ...['febf::1', 'fec0::1', 'ff02::1', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ])('refuses the special IPv6 address %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(['', 'localhost', 'courtside.example', '::1::', '1.1.1.1/8', '1.1.1.256'])(
    'refuses what is no address: %j',
    (text) => {
      expect(isPublicAddress(text)).toBe(false);
    },
  );

  it('refuses every IPv4 address that is wrapped into IPv6', () => {
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
