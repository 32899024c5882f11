import { type Text, typescriptTexts } from './typescript-texts.ts';

/** Returns the parts of a file to read: its name and its content. */
export function textsOf(file: string, source: string): Text[] {
  return [...fileName(file), ...content(file, source)];
}

function fileName(file: string): Text[] {
  const [path = ''] = file.split(/\.\w+$/);
  return path.split('/').map((content) => ({ kind: 'name', content, offset: 0 }));
}

function content(file: string, source: string): Text[] {
  const isProgram = /\.[cm]?[jt]s$/.test(file);
  return isProgram ? typescriptTexts(source) : [{ kind: 'prose', content: source, offset: 0 }];
}
