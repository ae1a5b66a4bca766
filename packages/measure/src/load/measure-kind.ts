import type { Question, RoundResult } from './ask-in-rounds.ts';
import type { Generator } from './generator.ts';

/** A server to send questions to. */
export interface Target {
  port: number;
  /** CPU time in milliseconds of processes, by name; the first is the server's own. */
  cpu: Readonly<Record<string, () => number>>;
  /** Floors answer everything with 200, and only under load. */
  isFloor: boolean;
}

/** The questions for all targets. */
export interface Asked {
  questions: readonly Question[];
  isCold: boolean;
  /** Of the service's answers; floors answer 200. */
  status: number;
}

/** How long to ask. */
export interface Turns {
  rounds: number;
  seconds: number;
  connections: number;
  /** Ends each round after all questions, for floors after some hundred, however long they take. */
  asksAllOnce?: boolean;
}

/** A round with the CPU time in milliseconds that each request has cost. */
export interface MeasuredRound extends RoundResult {
  cpu: Record<string, number>;
}

/** The rounds of a target: under load, and with a single connection. */
export interface Measured {
  loaded: MeasuredRound[];
  alone: MeasuredRound[];
}

const FLOOR_REQUESTS = 700;

/**
 * Asks all targets in turns, so that whatever else the machine does affects all of them alike. Returns the rounds in
 * the order of the targets: the rounds at the same place belong together.
 */
export async function measureKind(
  generator: Generator,
  targets: readonly Target[],
  asked: Asked,
  { rounds, seconds, connections, asksAllOnce = false }: Turns,
): Promise<Measured[]> {
  const measured = targets.map((): Measured => ({ loaded: [], alone: [] }));
  const cursors = targets.map(() => 0);
  const ask = async (at: number, connectionsNow: number, secondsNow: number) => {
    const target = targets[at];
    if (!target) throw new Error(`no target ${at}`);
    const before = Object.values(target.cpu).map((read) => read());
    const result = await generator.run({
      ...asked,
      status: target.isFloor ? 200 : asked.status,
      port: target.port,
      from: cursors[at] ?? 0,
      connections: connectionsNow,
      seconds: secondsNow,
      ...(asksAllOnce ? { requests: target.isFloor ? FLOOR_REQUESTS : asked.questions.length } : {}),
    });
    cursors[at] = (cursors[at] ?? 0) + result.requests;
    const cpu = Object.entries(target.cpu).map(([name, read], index) => [
      name,
      (read() - (before[index] ?? 0)) / result.requests,
    ]);
    return { ...result, cpu: Object.fromEntries(cpu) as Record<string, number> };
  };
  // The first rounds compile, plan and fill what is not measured.
  for (const at of targets.keys()) await ask(at, connections, seconds / 2);
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, { isFloor }] of targets.entries()) {
      measured[at]?.loaded.push(await ask(at, connections, seconds));
      if (!isFloor) measured[at]?.alone.push(await ask(at, 1, seconds / 2));
    }
  }
  return measured;
}
