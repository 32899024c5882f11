/**
 * An e-mail address as it is kept: trimmed and composed (NFC). Null for what cannot be one. Only
 * a sent e-mail proves an address, so nothing but the outline is looked at.
 */
export function readEmail(text: string): string | null {
  const email = text.trim().normalize('NFC');
  const outline = /^[^\s\p{Cc}\p{Cs}@]{1,64}@[^\s\p{Cc}\p{Cs}@]{1,255}$/u;
  return email.length <= 254 && outline.test(email) ? email : null;
}
