"""Games of two players that are small enough: enumerated, solved, and policies measured against perfect opponents."""
