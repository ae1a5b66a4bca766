import { crestShapeOf } from '../draw-crest.ts';
import { lightness, type Palette } from './palette.ts';

/**
 * The club's crest on the wearer's left, in the kit's colours, and the mark of a fictitious maker on the
 * right.
 */
export function drawEmblems(
  id: string,
  club: string | undefined,
  { primary, second, third }: Palette,
): string {
  const ink = lightness(primary) > 0.55 ? '#24262B' : '#FFFFFF';
  const edge = ink === '#FFFFFF' ? '#24262B' : '#FFFFFF';
  const { shield, charge } = crestShapeOf(club ?? '');
  return (
    `<path fill="${ink}" fill-opacity=".85" d="${MARK}"/>` +
    `<clipPath id="${id}e"><path d="${shield}"/></clipPath><g transform="translate(142.5 84)scale(.66)">` +
    // The edge stands out where the pattern has the colour of the outline.
    `<path fill="${second}" stroke="${edge}" stroke-opacity=".4" stroke-width="4.6" d="${shield}"/>` +
    `<path fill="${third ?? primary}" clip-path="url(#${id}e)" d="${charge}"/>` +
    `<path stroke="${ink}" stroke-width="2.4" d="${shield}"/></g>`
  );
}

/** Two bars that lean to the right. */
const MARK = 'M97 99l4-10h4l-4 10zM104 99l4-10h4l-4 10z';
