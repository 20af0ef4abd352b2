/** Props that a settings row passes to its control, so that label, hint and error belong to it. */
export interface ControlProps {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": boolean | undefined;
}
