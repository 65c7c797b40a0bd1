/** The objects that R2 lists, and deletes, at a time. */
const OBJECTS = 1_000;

/** Deletes objects of R2 that have a prefix. Returns whether there may be more. */
export async function deleteObjects(bucket: R2Bucket, prefix: string): Promise<boolean> {
  const { objects } = await bucket.list({ prefix, limit: OBJECTS });
  if (objects.length > 0) await bucket.delete(objects.map(({ key }) => key));
  return objects.length === OBJECTS;
}
