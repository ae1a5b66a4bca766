import { readFileSync } from 'node:fs';
import {
  DockerfileParser,
  ModifiableInstruction,
  PropertyInstruction,
  type Instruction,
} from 'dockerfile-ast';

/** An instruction of a Dockerfile. */
export interface Step {
  keyword: string;
  flags: Record<string, string>;
  /** The words behind the flags. */
  args: string[];
  /** The same as it is written, for a shell. */
  text: string;
  /** The command of the exec form: the JSON array at the end. */
  command: string[] | undefined;
  /** Of ENV, LABEL and ARG: the names and what they hold. */
  properties: Record<string, string>;
}

/** What stands between one FROM and the next. */
export interface Stage {
  name: string;
  base: string;
  steps: Step[];
}

/** Reads the stages of a Dockerfile, with the ARGs before the first FROM filled into the names of their bases. */
export function readDockerfile(path: string): Stage[] {
  const stages: Stage[] = [];
  const given: Record<string, string> = {};
  for (const step of DockerfileParser.parse(readFileSync(path, 'utf8')).getInstructions().map(toStep)) {
    const stage = stages.at(-1);
    if (step.keyword === 'FROM') {
      const [image = '', , name = String(stages.length)] = step.args;
      stages.push({ name, base: fillIn(image, given), steps: [] });
    } else if (stage) stage.steps.push(step);
    else Object.assign(given, step.properties);
  }
  return stages;
}

/** Puts what is known in the place of `$NAME` and `${NAME}`. */
export function fillIn(text: string, known: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$(?:\{(\w+)\}|(\w+))/g, (_all, one: string, other: string) => {
    return known[one ?? other] ?? '';
  });
}

function toStep(instruction: Instruction): Step {
  const flags =
    instruction instanceof ModifiableInstruction
      ? instruction.getFlags().map((flag) => [flag.getName(), flag.getValue() ?? ''])
      : [];
  const properties =
    instruction instanceof PropertyInstruction
      ? instruction.getProperties().map((each) => [each.getName(), each.getValue() ?? ''])
      : [];
  const text = (instruction.getRawArgumentsContent() ?? '').replace(/^(?:--\S+\s+(?:\\\n\s*)?)+/, '');
  const array = /^(?:CMD\s+)?(\[.*\])$/s.exec(text)?.[1];
  return {
    keyword: instruction.getKeyword(),
    flags: Object.fromEntries(flags) as Record<string, string>,
    args: instruction.getArguments().map((each) => each.getValue()),
    text,
    command: array === undefined ? undefined : (JSON.parse(array) as string[]),
    properties: Object.fromEntries(properties) as Record<string, string>,
  };
}
