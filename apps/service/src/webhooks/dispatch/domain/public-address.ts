import ipaddr from 'ipaddr.js';

// Every range of the IANA special-purpose registries, and multicast: nothing of the public
// internet lies in them, but the service's own machine and network do.
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

// All of IPv6 but global unicast is refused, and with it loopback, link-local, unique local,
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
 * Whether an IP address lies in the public internet. It decides on the bytes the text parses to,
 * never on the text, since one address can be written in many ways.
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
