const ENDS = 24;

/**
 * Returns the forms of a secret in a text: unchanged, without its beginning or end, in hexadecimal, as
 * the numbers of its bytes, and in base64 at any offset. For a secret that encodes random bytes, also their forms.
 */
export function secretForms(secret: string): string[] {
  const texts = [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)];
  const ends = secret.length > ENDS ? [secret.slice(0, ENDS), secret.slice(-ENDS)] : [];
  const encoded = [Buffer.from(secret), ...randomBytesOf(secret)].flatMap((bytes) => [
    bytes.toString('hex'),
    bytes.join(','),
    ...base64Forms(bytes),
  ]);
  return [...new Set([...texts, ...ends, ...encoded])];
}

/** Returns the forms of a secret that a text contains. Hexadecimal is found in either case. */
export function formsFound(text: string, secret: string): string[] {
  const lowered = text.toLowerCase();
  return secretForms(secret).filter(
    (form) => text.includes(form) || (/^[0-9a-f]{16,}$/.test(form) && lowered.includes(form)),
  );
}

function randomBytesOf(secret: string): Buffer[] {
  const random = /^(?:[a-z]+_)?([A-Za-z0-9_+/-]{43}=?)$/.exec(secret)?.[1];
  return random === undefined ? [] : [Buffer.from(random, 'base64')];
}

// Three bytes are four characters, so bytes among others have one of three forms. Omits the characters
// that also depend on neighboring bytes.
function base64Forms(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    const inner = text.slice(
      Math.ceil((offset * 8) / 6),
      Math.floor(((offset + bytes.length) * 8) / 6),
    );
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
  });
}
