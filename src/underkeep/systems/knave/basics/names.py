"""Names for characters whose players gave none. All are our own."""

NAMES = (
    "Aldous", "Annis", "Bartle", "Bettony", "Brannoc", "Cateline", "Cob", "Corwin", "Dagna", "Dunstan", "Edda",
    "Emmot", "Fenn", "Fulk", "Gisla", "Godric", "Hob", "Hester", "Idony", "Ivo", "Jankin", "Jocosa", "Kester", "Kit",
    "Lettice", "Ludo", "Maud", "Merek", "Nell", "Nicol", "Odo", "Osanna", "Perkin", "Petronel", "Quill", "Ralf",
    "Rohese", "Sabin", "Symond", "Tib", "Tobin", "Ulric", "Ursel", "Wat", "Wilmot", "Wystan", "Ysolt", "Yvain",
)  # fmt: skip
