import { type FormFault, styles, templates } from './render.ts';

/** A field of a form. */
export interface FormField {
  name: string;
  label: string;
  type: 'text' | 'email' | 'password' | 'date';
  /** What the browser fills in: a token of the HTML standard. */
  autocomplete: string;
  /** What the player typed before; never a password. */
  value?: string;
  hint?: string;
  minLength?: number;
  maxLength?: number;
  /** Whether it is typed from another device, character by character. */
  isCode?: boolean;
}

/** A page with one form. */
export interface FormPage {
  heading: string;
  lead?: string;
  action: string;
  formToken: string;
  /** Sent back with the form as it is. */
  hidden?: Record<string, string>;
  /** The account that a password manager stores the new password for. */
  username?: string | null;
  fields: FormField[];
  submit: string;
  isDangerous?: boolean;
  /** Where a player goes who does not want to. */
  cancel?: string;
  /** Other ways on, a sentence each that ends with a link. */
  links?: { before: string; text: string; address: string }[];
  faults: FormFault[];
  /** What the summary of the faults begins with. */
  faultHeading: string;
}

export function renderForm(page: FormPage): string {
  // The title is the first thing a screen reader says: there the fault must be heard.
  const title = page.faults.length === 0 ? page.heading : `Error: ${page.heading}`;
  return templates.render('form', { hidden: {}, links: [], ...page, title, styles });
}
