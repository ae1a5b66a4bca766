import { nameColour } from './format.ts';

/** A colour with its name, for users who cannot distinguish colours. */
export function Swatch({ name, color }: { name: string; color: string }) {
  return (
    <span className="swatch-label">
      <span className="dot" style={{ backgroundColor: color }} aria-hidden="true" />
      {nameColour(name)}
    </span>
  );
}
