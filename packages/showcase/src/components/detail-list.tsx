import type { ReactNode } from 'react';

export type DetailEntry = readonly [name: string, value: ReactNode];

/** A list of names and values. Entries without a value are omitted. */
export function DetailList({ facts }: { facts: readonly DetailEntry[] }) {
  return (
    <dl className="facts">
      {facts
        .filter(([, value]) => Boolean(value))
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
