import type { ButtonHTMLAttributes } from 'react';

export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement>;

/** A button that does not submit its form. `className` replaces the default appearance. */
export function Button(props: ButtonProps) {
  return <button type="button" className="button" {...props} />;
}
