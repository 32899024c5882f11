import type { PartnerRatingClient, RequestOptions } from '@partner-rating/client';
import type * as z from 'zod';

/** Whose credential the calls carry: a partner application's API key, or one player's access token. */
export type Caller = 'application' | 'player';

/** What a tool changes: nothing; it adds; or it alters what is stored. */
type Effect = 'reads' | 'adds' | 'alters';

/** A tool, as agents see it, and the call of the client behind it. */
export interface Tool {
  name: string;
  title: string;
  /** What it does, when to use it, what it needs. Written for an agent. */
  description: string;
  effect: Effect;
  input: z.ZodObject;
  output: z.ZodObject;
  call: (
    client: PartnerRatingClient,
    input: Record<string, unknown>,
    options: RequestOptions,
  ) => Promise<object>;
}

interface ToolOf<Input extends z.ZodObject, Output extends z.ZodObject>
  extends Omit<Tool, 'input' | 'output' | 'call'> {
  input: Input;
  output: Output;
  call: (
    client: PartnerRatingClient,
    input: z.output<Input>,
    options: RequestOptions,
  ) => Promise<z.input<Output>>;
}

/** The tool, whose call takes what its input schema gives and returns what its output schema describes. */
export function tool<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: ToolOf<Input, Output>,
): Tool {
  // The server calls it with what the input schema returned.
  return definition as unknown as Tool;
}
