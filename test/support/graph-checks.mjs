// Checks of what a request of ours has in it. Each returns the paths of the faults.

export const isText = (most, least = 1, size = (text) => [...text].length) => ({
  faults: (value, path) =>
    typeof value === "string" && size(value) >= least && size(value) <= most ? [] : [path],
});
export const bytes = (text) => new TextEncoder().encode(text).length;
export const isUrl = {
  faults: (value, path) =>
    typeof value === "string" && value.length <= 2_000 && /^https?:\/\//.test(value) ? [] : [path],
};
export const isOne = (...values) => ({
  faults: (value, path) => (values.includes(value) ? [] : [path]),
});
export const isNumber = (most) => ({
  faults: (value, path) => (typeof value === "number" && Math.abs(value) <= most ? [] : [path]),
});
export const anything = { faults: () => [] };
export const optional = (check) => ({ ...check, isOptional: true });

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** An object with these members and no others; `also` checks them together. */
export const isOf = (members, also = () => true) => ({
  faults(value, path) {
    if (!isObject(value)) return [path];
    const unknown = Object.keys(value).filter((name) => !Object.hasOwn(members, name));
    const faults = Object.entries(members).flatMap(([name, check]) =>
      value[name] === undefined && check.isOptional
        ? []
        : check.faults(value[name], `${path}.${name}`),
    );
    return [
      ...unknown.map((name) => `${path}.${name}`),
      ...faults,
      ...(faults.length > 0 || also(value) ? [] : [path]),
    ];
  },
});

export const isList = (least, most, check, also = () => true) => ({
  faults: (value, path) =>
    Array.isArray(value) && value.length >= least && value.length <= most && also(value)
      ? value.flatMap((item, index) => check.faults(item, `${path}.${index}`))
      : [path],
});

/** One of several forms, by a member of the value. */
export const isBy = (name, forms) => ({
  faults: (value, path) =>
    Object.hasOwn(forms, value?.[name])
      ? forms[value[name]].faults(value, path)
      : [`${path}.${name}`],
});

export const areUnique = (idOf) => (items) => new Set(items.map(idOf)).size === items.length;
