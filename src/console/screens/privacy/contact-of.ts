/** A text that a person has typed or pasted, as the kind of address that it is. */
export const contactOf = (text: string) => (text.includes("@") ? { email: text } : { phone: text });
