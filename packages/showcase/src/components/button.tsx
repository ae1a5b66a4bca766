import type { ButtonHTMLAttributes } from 'react';

export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement>;

/** A button that sends no form; another `className` gives it another look. */
export function Button(props: ButtonProps) {
  return <button type="button" className="button" {...props} />;
}
