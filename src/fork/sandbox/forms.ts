/**
 * Submits forms in place of the browser: a sandbox without `allow-forms` does not even tell a form that
 * its button was pressed. Nothing is sent; who listens to a form hears of it as on any page.
 */
export function obeyForms(root: Document): void {
  root.addEventListener("click", (event) => {
    if (event.defaultPrevented || !(event.target instanceof Element)) return;
    const button = event.target.closest<HTMLButtonElement | HTMLInputElement>("button, input");
    const {form} = button ?? {};
    if (!button || !form || button.type !== "submit" || button.disabled) return;
    event.preventDefault();
    submit(form, button);
  });
}

function submit(form: HTMLFormElement, submitter: HTMLButtonElement | HTMLInputElement): void {
  if (!form.noValidate && !submitter.formNoValidate && !form.reportValidity()) return;
  const event = new SubmitEvent("submit", {bubbles: true, cancelable: true, submitter});
  if (form.dispatchEvent(event) && form.method === "dialog")
    form.closest("dialog")?.close(submitter.value);
}
