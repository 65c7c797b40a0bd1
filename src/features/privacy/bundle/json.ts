import type { Bundle } from "./bundle";

/** A bundle as JSON, in texts. Its last member says that it is complete. */
export async function* toJson({ lead, createdAt, leftOut, parts, end }: Bundle) {
  yield `{"data":{"lead":${JSON.stringify(lead)}`;
  for (const { name, pages } of parts) {
    yield `,${JSON.stringify(name)}:[`;
    let isFirst = true;
    for await (const items of pages) {
      if (items.length === 0) continue;
      yield `${isFirst ? "" : ","}${JSON.stringify(items).slice(1, -1)}`;
      isFirst = false;
    }
    yield "]";
  }
  await end();
  const meta = { created_at: createdAt, left_out: leftOut, complete: true };
  yield `},"meta":${JSON.stringify(meta)}}`;
}
