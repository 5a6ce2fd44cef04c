-- IDs with an address
SELECT distinct_id AS id
FROM person_registers
WHERE project_number = {p1:UInt32}
  AND has({p2:Array(String)}, key)
  AND (lowerUTF8(latest.value) = lowerUTF8({p3:String}) OR lowerUTF8(earliest.value) = lowerUTF8({p4:String}))
GROUP BY id
LIMIT {p5:UInt64}
--   p1 = 7
--   p2 = ["email","$email"]
--   p3 = "\"o'\\\"Hara@example.com\""
--   p4 = "\"o'\\\"Hara@example.com\""
--   p5 = 11
