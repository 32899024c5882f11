/**
 * An e-mail address as it is kept: trimmed and composed (NFC). Null for what cannot be one. Only
 * a sent e-mail proves an address, so nothing but the outline is looked at.
 */
export function readEmail(text: string): string | null {
  const email = text.trim().normalize('NFC');
  // What the contract's `format: email` lets through, so that every address kept can be answered.
  const outline =
    /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i;
  return email.length <= 254 && outline.test(email) ? email : null;
}
