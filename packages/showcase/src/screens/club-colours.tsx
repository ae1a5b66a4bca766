interface DecadeColours {
  decade: number;
  colors: ReadonlyArray<{ name: string; color: string; count: number }>;
}

/** The main colours of a club's kits as one strip per decade, oldest first. */
export function ClubColours({ decades }: { decades: readonly DecadeColours[] }) {
  return (
    <section className="colour-strip" aria-label="Colours over the decades">
      {decades
        .toSorted((left, right) => left.decade - right.decade)
        .map(({ decade, colors }) => (
          <figure key={decade}>
            <div className="colour-bar" aria-hidden="true">
              {colors.map(({ name, color, count }) => (
                <span key={name} style={{ flexGrow: count, backgroundColor: color }} />
              ))}
            </div>
            <figcaption>
              {`${decade}s`}
              <span className="visually-hidden">
                {`: ${colors.map(({ name, count }) => `${name} ${count}`).join(', ')}`}
              </span>
            </figcaption>
          </figure>
        ))}
    </section>
  );
}
