/** Returns whether a text is a URI of RFC 3986, by the same rule as the stubs, which use the `format` of Ajv. */
export function isUri(text: string): boolean {
  return uri.test(text);
}

const uri = /*#__PURE__*/ uriPattern();

/** Appendix A of RFC 3986. After the scheme, Ajv requires more than a colon. */
function uriPattern(): RegExp {
  const plain = "\\w\\-.~!$&'()*+,;=";
  const oneOf = (characters: string): string => `(?:[${characters}]|%[\\da-f]{2})`;
  const userinfo = `${oneOf(`${plain}:`)}*@`;
  const host = `(?:\\[(?:${ipv6()}|v[\\da-f]+\\.[${plain}:]+)\\]|${oneOf(plain)}*)`;
  const segment = oneOf(`${plain}:@`);
  const further = `(?:/${segment}*)*`;
  const path = `(?://?(?:${userinfo})?${host}(?::\\d*)?${further}|/?${segment}+${further}|/)`;
  const rest = `${oneOf(`${plain}:@/?`)}*`;
  return new RegExp(`^[a-z][a-z\\d+\\-.]*:${path}(?:\\?${rest})?(?:#${rest})?$`, 'i');
}

/** Eight groups of hexadecimal digits, of which the last two may be IPv4; a `::` replaces missing groups. */
function ipv6(): string {
  const group = '[\\da-f]{1,4}';
  const byte = '(?:25[0-5]|2[0-4]\\d|[01]?\\d\\d?)';
  const lastTwo = `(?:${group}:${group}|(?:${byte}\\.){3}${byte})`;
  const after = [
    ...[5, 4, 3, 2, 1, 0].map((count) => `(?:${group}:){${count}}${lastTwo}`),
    ...[group, ''],
  ];
  const shortened = after.map((end, max) =>
    max === 0 ? `::${end}` : `(?:(?:${group}:){0,${max - 1}}${group})?::${end}`,
  );
  return [`(?:${group}:){6}${lastTwo}`, ...shortened].join('|');
}
