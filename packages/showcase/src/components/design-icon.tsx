import { useId } from 'react';

const SHIRT = 'M9 3 2 7l2.500 6L7.500 12v17h17V12l3 1L30 7l-7-4c-1 2.500-3.500 4-7 4S10 5.500 9 3Z';

/** The area of each design's second colour, as SVG paths in a square of 32 × 32. */
const PATTERNS: Readonly<Record<string, string>> = {
  Stripes: 'M10 0h3v32h-3zM14.500 0h3v32h-3zM19 0h3v32h-3z',
  Pinstripes:
    'M9.500 0h.9v32h-.9zM12.500 0h.9v32h-.9zM15.500 0h.9v32h-.9zM18.500 0h.9v32h-.9zM21.500 0h.9v32h-.9z',
  'Single stripe': 'M13.500 0h5v32h-5z',
  Hoops: 'M0 9h32v4H0zM0 17h32v4H0zM0 25h32v4H0z',
  'Chest band': 'M0 13h32v5H0z',
  'Contrasting sleeves': 'M0 0h7.500v32H0zM24.500 0H32v32h-7.500z',
  'Half-and-half': 'M16 0h16v32H16z',
  Quarters: 'M16 0h16v17H16zM0 17h16v15H0z',
  Sash: 'M2 4h7l21 25h-7z',
  Diagonal: 'M0 32 32 2v30z',
  Chevron: 'M6 12l10 8 10-8v5l-10 8-10-8z',
  Cross: 'M13.500 0h5v12H32v5H18.500v15h-5V17H0v-5h13.500z',
  Checkers:
    'M7.500 6h4v5h-4zM15.500 6h4v5h-4zM11.500 11h4v5h-4zM19.500 11h5v5h-5zM7.500 16h4v5h-4zM15.500 16h4v5h-4zM11.500 21h4v5h-4zM19.500 21h5v5h-5z',
  Graphic: 'M7 10l5 4 3-6 4 8 6-3-3 7 4 5-7-1-3 6-3-7-6 1 3-6z',
  Gradient: 'M0 14h32v2H0zM0 18h32v3H0zM0 23h32v9H0z',
};

/** An icon of a shirt with this design, in the surrounding text colour. */
export function DesignIcon({ design }: { design: string }) {
  const id = useId();
  return (
    <svg viewBox="0 0 32 32" width="36" height="36" aria-hidden="true">
      <clipPath id={id}>
        <path d={SHIRT} />
      </clipPath>
      <path d={SHIRT} className="design-shirt" />
      <path d={PATTERNS[design] ?? ''} className="design-pattern" clipPath={`url(#${id})`} />
    </svg>
  );
}
